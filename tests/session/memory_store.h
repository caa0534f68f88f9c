// A store of texts and files in memory. It can refuse to write, and it can lose all writes after a moment, as if the program was killed.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <utility>

#include "session/store.h"

namespace gf::test {

struct MemoryStore {
  std::map<std::string, std::string> texts, files, aside;
  std::optional<Problem> refuses;  // the problem of each write; none: a write succeeds
  int writes = 0;
  int killed_at = -1;  // the write with this number, counted from 1, and all later ones are lost; -1: none

  Store store() {
    return {.read = [this](const std::string& name) { return find(texts, name); },
            .write =
                [this](const std::string& name, const std::string& text) {
                  if (may_write()) texts.insert_or_assign(name, std::string(text));
                  return refuses;
                },
            .set_aside =
                [this](const std::string& name) {
                  for (auto* from : {&texts, &files}) {
                    if (auto node = from->extract(name)) aside[name + "-" + std::to_string(aside.size())] = node.mapped();
                  }
                  return true;
                },
            .read_large = [this](const std::string& name, const auto& done) { done(find(files, name)); },
            .write_large =
                [this](const std::string& name, std::string bytes, const Store::Done& done) {
                  if (may_write()) files.insert_or_assign(name, std::move(bytes));
                  done(refuses);
                }};
  }

 private:
  bool may_write() {
    ++writes;
    return !refuses && (killed_at < 0 || writes < killed_at);
  }
  static std::optional<std::string> find(const std::map<std::string, std::string>& all, const std::string& name) {
    const auto found = all.find(name);
    return found == all.end() ? std::nullopt : std::optional(found->second);
  }
};

}  // namespace gf::test

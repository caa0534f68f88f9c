#include "core/labels.h"

#include <utility>

namespace gf {

Labels::Labels(std::vector<std::string> list) {
  if (!list.empty()) list_ = std::make_shared<std::vector<std::string>>(std::move(list));
}

const std::vector<std::string>& Labels::list() const {
  static const std::vector<std::string> kNone;
  return list_ ? *list_ : kNone;
}

void Labels::push_back(std::string label) {
  if (list_.use_count() != 1) list_ = std::make_shared<std::vector<std::string>>(list());
  list_->push_back(std::move(label));
}

}  // namespace gf

// Makes one call fail on purpose: an allocation, or a call that writes a file. The program gf_fault_tests links these calls to
// allocations.cpp and writes.cpp (tools/cmake/native_program.cmake). A test calls for_each_fault with a scenario, which is run once for
// each call that fails.
#pragma once

#include <execinfo.h>
#include <unistd.h>

#include <atomic>
#include <cstdlib>
#include <optional>

#include "support.h"

namespace gf::test {

/// The kinds of call that fail. Aligned allocations are rare, so they have a kind of their own; `allocation` counts all of them.
enum class Fault { allocation, aligned_allocation, write };

/// Makes the call with this number fail. The numbers begin at 0 and count the calls of all threads during an act; later calls succeed.
class Faults {
 public:
  Faults(Fault kind, long number) : kind_(kind), left_(number) {}

  /// Calls `act` with the fault armed, and passes its exceptions on.
  template <typename Act>
  void during(const Act& act) {
    const Armed armed(*this);
    act();
  }
  /// Whether the act reached the call that fails.
  bool happened() const { return left_ < 0; }

  /// Whether the current call shall fail. The replacements of the calls ask this.
  static bool strikes(Fault kind) {
    Faults* const armed = armed_.load(std::memory_order_relaxed);
    if (!armed || armed->kind_ != kind || armed->left_.fetch_sub(1) != 0) return false;
    if (only_fault()) print_callers();
    return true;
  }
  /// Returns the number in the environment variable GF_FAULT: then only the call with this number fails, and its callers are printed.
  static std::optional<long> only_fault() {
    const char* const given = std::getenv("GF_FAULT");
    return given ? std::optional(std::atol(given)) : std::nullopt;
  }

 private:
  struct Armed {
    explicit Armed(Faults& faults) { armed_ = &faults; }
    ~Armed() { armed_ = nullptr; }
    Armed(const Armed&) = delete;
    Armed& operator=(const Armed&) = delete;
  };

  static void print_callers() {
    void* callers[64];
    backtrace_symbols_fd(callers, backtrace(callers, 64), STDERR_FILENO);
  }

  static inline std::atomic<Faults*> armed_ = nullptr;
  Fault kind_;
  std::atomic<long> left_;
};

/// Returns the number of the next call that fails: every call up to number 100, then in strides of a tenth of the number. With
/// GF_EVERY_FAULT in the environment every call fails once, which takes minutes to hours.
inline long next_fault(long number) {
  static const bool every = std::getenv("GF_EVERY_FAULT") != nullptr;
  return every || number < 100 ? number + 1 : number + number / 10;
}

/// Calls `scenario` with a fault at one call after another, until a scenario ends without reaching the call that fails.
template <typename Scenario>
void for_each_fault(Fault kind, const Scenario& scenario) {
  long number = Faults::only_fault().value_or(0);
  for (bool happened = true; happened; number = next_fault(number)) {
    CAPTURE(number);
    Faults faults(kind, number);
    scenario(faults);
    happened = faults.happened() && !Faults::only_fault();
  }
  CHECK(number > 1);  // at least the first call failed
}

}  // namespace gf::test

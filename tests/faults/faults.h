// Has one call of the system fail on purpose: an allocation, or a call that writes a file. The program gf_fault_tests links the calls to
// allocations.cpp and writes.cpp (tools/cmake/native_program.cmake).
#pragma once

#include <execinfo.h>
#include <unistd.h>

#include <atomic>
#include <cstdlib>
#include <optional>

#include "support.h"

namespace gf::test {

/// The calls that fail. Aligned allocations are a few among many, so they have their turns by themselves as well.
enum class Fault { allocation, aligned_allocation, write };

/// The call with this number fails, counted from 0 over all threads while an act is carried out. The calls after it go well.
class Faults {
 public:
  Faults(Fault kind, long number) : kind_(kind), left_(number) {}

  /// Carries out the act with the fault armed. Throws what the act throws.
  template <typename Act>
  void during(const Act& act) {
    const Armed armed(*this);
    act();
  }
  /// Whether the act came to the call that fails.
  bool happened() const { return left_ < 0; }

  /// Whether this call is to fail. The replaced calls ask.
  static bool strikes(Fault kind) {
    Faults* const armed = armed_.load(std::memory_order_relaxed);
    if (!armed || armed->kind_ != kind || armed->left_.fetch_sub(1) != 0) return false;
    if (only_fault()) print_callers();
    return true;
  }
  /// GF_FAULT=1234 in the environment: this call alone has its turn, and who called is printed.
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

/// The number of the next call to fail. Every call up to 100 has its turn, and then each that is a tenth further on. With GF_EVERY_FAULT in
/// the environment every call has its turn, which takes minutes to hours.
inline long next_fault(long number) {
  static const bool every = std::getenv("GF_EVERY_FAULT") != nullptr;
  return every || number < 100 ? number + 1 : number + number / 10;
}

/// Calls `scenario` with a fault at one call after another, until a scenario ends in which no call was left to fail.
template <typename Scenario>
void for_each_fault(Fault kind, const Scenario& scenario) {
  long number = Faults::only_fault().value_or(0);
  for (bool happened = true; happened; number = next_fault(number)) {
    CAPTURE(number);
    Faults faults(kind, number);
    scenario(faults);
    happened = faults.happened() && !Faults::only_fault();
  }
  CHECK(number > 1);  // at least one call failed
}

}  // namespace gf::test

// SPDX-License-Identifier: GPL-3.0-or-later
// plimsoll-fuzz TARGET|all SECONDS [SEED]: damaged inputs for each reader. Fails on a crash, on an input that takes more than two
// seconds, and where more is held than twice the input and the target's allowance; says which seed and round to repeat.
#include "tests/fuzz/mutate.h"
#include "tests/fuzz/targets.h"

#include <malloc.h>

#include <fcntl.h>
#include <unistd.h>

#include <atomic>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <new>

namespace {

std::atomic<std::size_t> held{0}, most_held{0};

void *taken(std::size_t size)
{
    void *out = std::malloc(size ? size : 1);
    if (!out) throw std::bad_alloc();
    const std::size_t now = held += malloc_usable_size(out);
    if (now > most_held) most_held = now;
    return out;
}

void given(void *memory)
{
    if (memory) held -= malloc_usable_size(memory);
    std::free(memory);
}

} // namespace

// NOLINTBEGIN(misc-new-delete-overloads)
void *operator new(std::size_t size) { return taken(size); }
void *operator new[](std::size_t size) { return taken(size); }
void operator delete(void *memory) noexcept { given(memory); }
void operator delete[](void *memory) noexcept { given(memory); }
void operator delete(void *memory, std::size_t) noexcept { given(memory); }
void operator delete[](void *memory, std::size_t) noexcept { given(memory); }
// NOLINTEND(misc-new-delete-overloads)

namespace plimsoll::fuzz {
namespace {

using Clock = std::chrono::steady_clock;

const std::string *current = nullptr; ///< what is being read, for crashes

void keep_input(int signal)
{
    const int file = open("fuzz-crash.input", O_WRONLY | O_CREAT | O_TRUNC, 0644);
    if (current && file >= 0 && write(file, current->data(), current->size()) >= 0) close(file);
    static constexpr char text[] = "crashed; the input is in fuzz-crash.input\n";
    if (write(2, text, sizeof text - 1) < 0) _exit(2);
    std::signal(signal, SIG_DFL);
    std::raise(signal);
}

bool fail(const Target &target, const std::string &input, const std::string &why)
{
    const std::string file = "fuzz-" + target.name + ".input";
    std::ofstream(file, std::ios::binary) << input;
    std::fprintf(stderr, "%s: %s; the input is in %s\n", target.name.c_str(), why.c_str(), file.c_str());
    return false;
}

/// One input; false where it takes too long or holds too much.
bool try_one(const Target &target, const std::string &input)
{
    const std::size_t before = held;
    most_held = before;
    current = &input;
    const Clock::time_point start = Clock::now();
    target.read(input);
    const double seconds = std::chrono::duration<double>(Clock::now() - start).count();
    const std::size_t peak = most_held - before;
    if (seconds > 2) return fail(target, input, "took " + std::to_string(seconds) + " s");
    if (peak > 2 * input.size() + target.allowance)
        return fail(target, input, "held " + std::to_string(peak) + " bytes for " + std::to_string(input.size()));
    return true;
}

bool run(const Target &target, double seconds, std::uint64_t seed)
{
    if (target.seeds.empty()) return fail(target, {}, "has no seeds");
    for (const std::string &text : target.seeds)
        if (!try_one(target, text)) return false; // whole inputs also fill the caches that stay
    Random random(seed);
    const Clock::time_point end =
        Clock::now() + std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(seconds));
    std::uint64_t rounds = 0;
    for (; Clock::now() < end; ++rounds)
        if (!try_one(target, mutated(target.seeds[random() % target.seeds.size()], target.seeds, random))) {
            std::fprintf(stderr, "%s: seed %llu, round %llu\n", target.name.c_str(), static_cast<unsigned long long>(seed),
                         static_cast<unsigned long long>(rounds));
            return false;
        }
    std::printf("%-12s %9llu inputs\n", target.name.c_str(), static_cast<unsigned long long>(rounds));
    return true;
}

} // namespace
} // namespace plimsoll::fuzz

int main(int argc, char **argv)
{
    using namespace plimsoll::fuzz;
    const std::string wanted = argc > 1 ? argv[1] : "all";
    const double seconds = argc > 2 ? std::atof(argv[2]) : 10;
    const std::uint64_t seed = argc > 3 ? std::strtoull(argv[3], nullptr, 10) : 1;
    for (const int signal : {SIGSEGV, SIGABRT, SIGILL, SIGFPE, SIGBUS, SIGTRAP}) std::signal(signal, keep_input);
    bool found = false, good = true;
    for (const Target &target : targets()) {
        if (wanted != "all" && wanted != target.name) continue;
        found = true;
        good = run(target, seconds, seed) && good;
    }
    if (!found) std::fprintf(stderr, "no reader is called %s\n", wanted.c_str());
    return found && good ? 0 : 1;
}

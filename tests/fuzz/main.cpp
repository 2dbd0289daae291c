// SPDX-License-Identifier: GPL-3.0-or-later
// plimsoll-fuzz TARGET|all SECONDS [SEED]: damaged inputs for each reader. Fails on a crash, on an input that takes too
// long, where more is held than twice the input and the target's allowance, and where what is held grows
// from input to input; says which seed and round to repeat. plimsoll-fuzz TARGET FILE…: these inputs as they are.
#include "tests/fuzz/mutate.h"
#include "tests/fuzz/targets.h"

#include <malloc.h>

#include <fcntl.h>
#include <sys/time.h>
#include <unistd.h>

#include <atomic>
#include <chrono>
#include <cmath>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <filesystem>
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
void *operator new(std::size_t size, const std::nothrow_t &) noexcept { return taken(size); }
void *operator new[](std::size_t size, const std::nothrow_t &) noexcept { return taken(size); }
void operator delete(void *memory, const std::nothrow_t &) noexcept { given(memory); }
void operator delete[](void *memory, const std::nothrow_t &) noexcept { given(memory); }
void operator delete(void *memory) noexcept { given(memory); }
void operator delete[](void *memory) noexcept { given(memory); }
void operator delete(void *memory, std::size_t) noexcept { given(memory); }
void operator delete[](void *memory, std::size_t) noexcept { given(memory); }
// NOLINTEND(misc-new-delete-overloads)

namespace plimsoll::fuzz {
namespace {

using Clock = std::chrono::steady_clock;

const std::string *current = nullptr; ///< what is being read, for crashes

void write_input()
{
    if (!current) return; // between two inputs: leaks, which no single one made
    const int file = open("fuzz-crash.input", O_WRONLY | O_CREAT | O_TRUNC, 0644);
    if (file >= 0 && write(file, current->data(), current->size()) >= 0) close(file);
    static constexpr char text[] = "crashed or hangs; the input is in fuzz-crash.input\n";
    if (write(2, text, sizeof text - 1) < 0) _exit(2);
}

void keep_input(int signal)
{
    write_input();
    std::signal(signal, SIG_DFL);
    std::raise(signal);
}

double processor_seconds()
{
    timespec now{};
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

bool fail(const Target &target, const std::string &input, const std::string &why)
{
    const std::string file = "fuzz-" + target.name + ".input";
    std::ofstream(file, std::ios::binary) << input;
    std::fprintf(stderr, "%s: %s; the input is in %s\n", target.name.c_str(), why.c_str(), file.c_str());
    return false;
}

/// The worst of all inputs: processor time, and bytes held beyond twice the input.
struct Seen {
    double seconds = 0;
    std::size_t beyond = 0;
} seen;

/// One input; false where it takes too long or holds too much.
bool try_one(const Target &target, const std::string &input)
{
    const std::size_t before = held;
    most_held = before;
    current = &input;
    const itimerval limit{{0, 0}, {120, 0}}; // of the processor: a loaded machine is no hang
    setitimer(ITIMER_PROF, &limit, nullptr);
    const double start = processor_seconds();
    target.read(input);
    const double seconds = processor_seconds() - start;
    current = nullptr;
    const std::size_t peak = most_held - before;
    seen.seconds = std::max(seen.seconds, seconds);
    if (peak > 2 * input.size()) seen.beyond = std::max(seen.beyond, peak - 2 * input.size());
    // readers take the time of a text's length: what a repeated part made of it is no hang
    const double pieces = std::ceil(std::max<double>(1, static_cast<double>(input.size())) / static_cast<double>(256 << 10));
    if (seconds > pieces * target.seconds) return fail(target, input, "took " + std::to_string(seconds) + " s");
    if (peak > 2 * input.size() + target.allowance)
        return fail(target, input, "held " + std::to_string(peak) + " bytes for " + std::to_string(input.size()));
    return true;
}

bool run(const Target &target, double seconds, std::uint64_t seed)
{
    const std::vector<std::string> seeds = target.seeds();
    if (seeds.empty()) return fail(target, {}, "has no seeds");
    Random random(seed);
    const Clock::time_point whole_end =
        Clock::now() + std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(2 * seconds));
    const std::size_t first = random() % seeds.size();
    for (std::size_t i = 0; i < seeds.size() && Clock::now() < whole_end; ++i) // whole inputs also fill the caches that stay
        if (!try_one(target, seeds[(first + i) % seeds.size()])) return false;
    const std::size_t before = held;
    const Clock::time_point end =
        Clock::now() + std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(seconds));
    std::uint64_t rounds = 0;
    for (; Clock::now() < end; ++rounds)
        if (!try_one(target, mutated(seeds[random() % seeds.size()], seeds, random))) {
            std::fprintf(stderr, "%s: seed %llu, round %llu\n", target.name.c_str(), static_cast<unsigned long long>(seed),
                         static_cast<unsigned long long>(rounds));
            return false;
        }
    std::printf("%-12s %9llu inputs, seed %llu; at most %.2f s and %zu KiB beyond twice the input\n", target.name.c_str(),
                static_cast<unsigned long long>(rounds), static_cast<unsigned long long>(seed), seen.seconds, seen.beyond / 1024);
    // what stays between inputs (the last model's adapters, pools of small pieces) is bounded; a leak is not
    constexpr std::size_t most_kept = std::size_t{8} << 20;
    if (held > before + most_kept) return fail(target, {}, "keeps " + std::to_string(held - before) + " bytes after all inputs");
    return true;
}

} // namespace
} // namespace plimsoll::fuzz

namespace plimsoll::fuzz {
namespace {

bool run_files(const Target &target, const std::vector<std::string> &files)
{
    bool good = true;
    for (const std::string &name : files) {
        std::ifstream file(name, std::ios::binary);
        good = try_one(target, std::string(std::istreambuf_iterator<char>(file), {})) && good;
    }
    return good;
}

} // namespace
} // namespace plimsoll::fuzz

extern "C" void __sanitizer_set_death_callback(void (*callback)()) __attribute__((weak)); // NOLINT(bugprone-reserved-identifier)

int main(int argc, char **argv)
{
    using namespace plimsoll::fuzz;
    const std::string wanted = argc > 1 ? argv[1] : "all";
    const double seconds = argc > 2 ? std::atof(argv[2]) : 10;
    const std::uint64_t seed = argc > 3 ? std::strtoull(argv[3], nullptr, 10) : 1;
    for (const int signal : {SIGSEGV, SIGABRT, SIGILL, SIGFPE, SIGBUS, SIGTRAP, SIGPROF}) std::signal(signal, keep_input);
    if (__sanitizer_set_death_callback) __sanitizer_set_death_callback(write_input);
    std::vector<std::string> files;
    for (int i = 2; i < argc; ++i)
        if (std::filesystem::is_regular_file(argv[i])) files.emplace_back(argv[i]);
    bool found = false, good = true;
    for (const Target &target : targets()) {
        if (wanted != "all" && wanted != target.name) continue;
        found = true;
        good = (files.empty() ? run(target, seconds, seed) : run_files(target, files)) && good;
    }
    if (!found) std::fprintf(stderr, "no reader is called %s\n", wanted.c_str());
    return found && good ? 0 : 1;
}

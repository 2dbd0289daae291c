// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/bench/process.h"

#include <array>
#include <chrono>
#include <spawn.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

namespace plimsoll::bench {
namespace {

std::string read_all(int descriptor)
{
    std::string out;
    std::array<char, 65536> block;
    for (ssize_t n = 0; (n = ::read(descriptor, block.data(), block.size())) > 0;)
        out.append(block.data(), static_cast<std::size_t>(n));
    return out;
}

} // namespace

std::optional<Run> run(const std::vector<std::string> &command)
{
    std::array<int, 2> pipe{};
    if (::pipe(pipe.data()) != 0) return std::nullopt;
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_adddup2(&actions, pipe[1], STDOUT_FILENO);
    posix_spawn_file_actions_addclose(&actions, pipe[0]);
    std::vector<char *> arguments;
    for (const std::string &part : command) arguments.push_back(const_cast<char *>(part.c_str()));
    arguments.push_back(nullptr);

    const auto begin = std::chrono::steady_clock::now();
    pid_t child = 0;
    const int error = posix_spawn(&child, arguments[0], &actions, nullptr, arguments.data(), environ);
    posix_spawn_file_actions_destroy(&actions);
    ::close(pipe[1]);
    Run out;
    if (error == 0) out.output = read_all(pipe[0]);
    ::close(pipe[0]);
    if (error != 0) return std::nullopt;
    int status = 0;
    rusage usage{};
    if (::wait4(child, &status, 0, &usage) != child) return std::nullopt;
    out.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
    out.memory_bytes = static_cast<double>(usage.ru_maxrss) * 1024;
    out.status = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
    return out;
}

} // namespace plimsoll::bench

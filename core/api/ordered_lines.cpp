// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/api/ordered_lines.h"

#include <condition_variable>
#include <deque>
#include <map>
#include <mutex>
#include <thread>
#include <vector>

namespace plimsoll {

namespace {

constexpr std::size_t most_in_flight = 256;

/// False at the end of the input.
bool read_line(std::istream &in, InputLine &line)
{
    std::streambuf &buffer = *in.rdbuf();
    line.text.clear();
    line.too_long = false;
    constexpr int end = std::char_traits<char>::eof();
    int c = buffer.sbumpc();
    if (c == end) return false;
    ++line.number;
    for (; c != end && c != '\n'; c = buffer.sbumpc()) {
        if (line.text.size() < longest_line)
            line.text += static_cast<char>(c);
        else
            line.too_long = true;
    }
    return true;
}

class Pipeline {
public:
    Pipeline(const std::function<std::string(const InputLine &)> &answer, const std::function<void(const std::string &)> &write)
        : m_answer(answer), m_write(write)
    {}

    void push(InputLine line)
    {
        std::unique_lock lock(m_mutex);
        m_room.wait(lock, [this] { return m_pushed - m_written < most_in_flight; });
        ++m_pushed;
        m_waiting.push_back(std::move(line));
        m_work.notify_one();
    }

    void close()
    {
        const std::lock_guard lock(m_mutex);
        m_closed = true;
        m_work.notify_all();
    }

    void work()
    {
        std::unique_lock lock(m_mutex);
        while (true) {
            m_work.wait(lock, [this] { return m_closed || !m_waiting.empty(); });
            if (m_waiting.empty()) return;
            const InputLine line = std::move(m_waiting.front());
            m_waiting.pop_front();
            lock.unlock();
            std::string text = m_answer(line);
            lock.lock();
            m_done.emplace(line.number, std::move(text));
            write_ready();
        }
    }

private:
    const std::function<std::string(const InputLine &)> &m_answer;
    const std::function<void(const std::string &)> &m_write;
    std::mutex m_mutex;
    std::condition_variable m_work, m_room;
    std::deque<InputLine> m_waiting;
    std::map<std::int64_t, std::string> m_done;
    std::size_t m_pushed = 0;
    std::size_t m_written = 0;
    std::int64_t m_next = 1;
    bool m_closed = false;

    void write_ready()
    {
        for (auto first = m_done.begin(); first != m_done.end() && first->first == m_next; first = m_done.begin()) {
            m_write(first->second);
            m_done.erase(first);
            ++m_next;
            ++m_written;
        }
        // woken for every line, the reader would take turns with the workers
        if (m_pushed - m_written <= most_in_flight / 2) m_room.notify_one();
    }
};

} // namespace

void write_answers(std::istream &in, unsigned threads, const std::function<std::string(const InputLine &)> &answer,
                   const std::function<void(const std::string &)> &write)
{
    Pipeline pipeline(answer, write);
    std::vector<std::jthread> workers;
    for (unsigned i = 0; i < threads; ++i) workers.emplace_back([&pipeline] { pipeline.work(); });
    InputLine line;
    while (read_line(in, line)) pipeline.push(line);
    pipeline.close();
}

} // namespace plimsoll

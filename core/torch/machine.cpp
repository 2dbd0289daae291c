// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/torch/machine.h"

#include "core/torch/pool.h"
#include "core/torch/work.h"

#include <algorithm>
#include <numeric>

namespace plimsoll::step {

namespace {
// c10/cuda/CUDACachingAllocator.h: kMinBlockSize
constexpr Bytes block_unit = 512;
} // namespace

void refuse_size() { throw TooLarge{}; }

void EventLog::refuse_count() { throw TooLarge{true}; }

void Storage::drop(Storage *storage) { storage->machine->release(storage); }

Machine *Tensor::machine() const { return m_storage ? m_storage->machine : nullptr; }

Machine::~Machine() = default;

std::size_t &EventLog::expected()
{
    thread_local std::size_t events = 1 << 17; // memory that is never touched costs nothing, growing costs twice
    return events;
}

std::uint32_t Machine::count_in(Bytes bytes, Component component)
{
    stand_here();
    const std::uint32_t id = m_log.next_id();
    m_allocated += bytes;
    m_components[static_cast<std::uint8_t>(component)] += bytes;
    if (m_allocated > m_next_peak) raise_peaks(); // which refuses what is too large: before there is a storage to give back
    return id;
}

Storage *Machine::take(Bytes bytes, Component component)
{
    const Bytes held = round_up(bytes, block_unit);
    const std::uint32_t id = count_in(held, component);
    Storage *storage = new (pool::take(sizeof(Storage))) Storage;
    storage->machine = this;
    storage->bytes = held;
    storage->id = id;
    storage->component = static_cast<std::uint8_t>(component);
    storage->repeated = m_inside;
    storage->shared = scope.layer < 0;
    return storage;
}

Tensor Machine::hollow(const Shape &shape, Dtype dtype, Component component)
{
    Storage *storage = new (pool::take(sizeof(Storage))) Storage;
    storage->machine = this;
    storage->component = static_cast<std::uint8_t>(component);
    storage->repeated = m_repeated.has(scope.layer);
    return Tensor(Ref<Storage>(storage), shape, dtype);
}

void Machine::drain(Storage &storage)
{
    if (storage.bytes == 0) return;
    count_out(storage);
    storage.bytes = 0;
}

void Machine::fill(Storage &storage, const Shape &shape, Dtype dtype, const char *operation)
{
    const Bytes bytes = round_up(product(shape.elements(), size_of(dtype)), block_unit);
    if (storage.bytes > 0 || bytes == 0) return;
    storage.id = count_in(bytes, static_cast<Component>(storage.component));
    storage.bytes = bytes;
    storage.repeated = m_inside;
    if (!m_log.wanted()) return;
    Event &event = write(Event::Kind::allocate, storage, operation);
    event.shape = m_log.index_of(shape);
    event.dtype = dtype;
}

void Machine::move_here()
{
    m_layer = scope.layer;
    if (m_repeated.has(m_layer) == m_inside) return;
    note_peak();
    m_inside ? leave_repeated() : enter_repeated();
}

void Machine::enter_repeated()
{
    m_inside = true;
    m_visit = {m_allocated, 0, m_components, {}, {}};
    expect_next_peak();
}

/// The first of them has run; the others add what it added, and the last one's peak lies so much higher.
void Machine::leave_repeated()
{
    m_inside = false;
    const Count more = m_repeated.times - 1;
    const auto growth = checked_mul(m_allocated - m_visit.entered_with, more);
    if (!growth || *growth > most_in_a_step || m_allocated + *growth > most_in_a_step) refuse_size();
    ComponentBytes grown{};
    for (std::size_t i = 0; i < grown.size(); ++i) grown[i] = (m_components[i] - m_visit.entered[i] - m_visit.once[i]) * more;
    PhaseRecord &record = m_phases.back();
    if (m_visit.peak + *growth > record.peak) {
        record.peak = m_visit.peak + *growth;
        record.layer = layer_in_all(m_visit.layer, true);
        for (std::size_t i = 0; i < grown.size(); ++i) record.at_peak[i] = m_visit.at_peak[i] + grown[i];
    }
    m_allocated += *growth;
    for (std::size_t i = 0; i < grown.size(); ++i) m_components[i] += grown[i];
    expect_next_peak();
}

std::int16_t Machine::layer_in_all(int layer, bool last) const
{
    const bool down = m_phase == Phase::backward || m_phase == Phase::loss_backward;
    const bool far = layer >= m_repeated.end || (m_repeated.has(layer) && last != down);
    const Count others = (m_repeated.times - 1) * (m_repeated.end - m_repeated.begin);
    return static_cast<std::int16_t>(far ? layer + others : layer);
}

void Machine::expect_next_peak()
{
    if (m_phases.empty()) return;
    m_next_peak = m_phases.back().peak;
    if (m_inside) m_next_peak = std::min(m_next_peak, m_visit.peak);
}

void Machine::raise_peaks()
{
    if (m_allocated > most_in_a_step) refuse_size();
    PhaseRecord &record = m_phases.back();
    if (m_allocated > record.peak) {
        record.peak = m_allocated;
        record.layer = layer_in_all(scope.layer, false);
        record.event = m_log.size();
        m_peak_open = m_any_open = true;
    }
    if (m_inside && m_allocated > m_visit.peak) {
        m_visit.peak = m_allocated;
        m_visit.layer = scope.layer;
        m_visit_open = m_any_open = true;
    }
    expect_next_peak();
}

void Machine::note_peak()
{
    m_any_open = false;
    if (m_visit_open) m_visit.at_peak = m_components;
    if (m_peak_open) m_phases.back().at_peak = m_components;
    m_visit_open = m_peak_open = false;
}

/// A tensor that takes no memory. Apart, so that empty() makes its own where its caller wants it.
[[gnu::noinline]] Tensor Machine::nothing_of(Bytes bytes, const Shape &shape, Dtype dtype)
{
    skipped += product(bytes, times());
    if (skipped > most_in_a_step) refuse_size();
    Tensor nothing({}, shape, dtype);
    nothing.mark_defined();
    return nothing;
}

Tensor Machine::empty(const Shape &shape, Dtype dtype, const char *operation, Component component)
{
    const Bytes bytes = product(shape.elements(), size_of(dtype));
    if (stopped || bytes == 0 || on_host) [[unlikely]]
        return on_host && bytes > 0 ? hollow(shape, dtype, component) : nothing_of(bytes, shape, dtype);
    Tensor tensor(Ref<Storage>(take(bytes, component)), shape, dtype);
    if (work && component != Component::workspace) [[unlikely]]
        tell_kernel(operation, bytes, 0, 1);
    if (m_log.wanted()) {
        Event &event = write(Event::Kind::allocate, *tensor.storage(), operation);
        event.shape = m_log.index_of(shape);
        event.dtype = dtype;
    }
    return tensor;
}

void Machine::tell_product(Count rows, Count columns, Count inner, Dtype dtype, Count batch, bool grouped)
{
    if (stopped || on_host || rows <= 0) return;
    ProductWork told;
    told.phase = m_phase;
    told.dtype = dtype;
    told.grouped = grouped;
    told.batch = batch;
    told.rows = rows;
    told.columns = columns;
    told.inner = inner;
    work->product(told, static_cast<double>(times()));
}

void Machine::tell_kernel(const char *operation, Bytes written, Bytes read, Count kernels)
{
    if (stopped || on_host) return;
    work->kernel(m_phase, operation, static_cast<double>(written) / static_cast<double>(kernels),
                 static_cast<double>(read) / static_cast<double>(kernels), static_cast<double>(times() * kernels));
}

void Machine::stands_for(double micro_batches)
{
    if (work) work->repeat(micro_batches);
}

void Machine::workspace(Bytes bytes, const char *operation)
{
    if (bytes <= 0) return;
    if (bytes > most_in_a_step) refuse_size();
    const Bytes rounded = round_up(bytes, block_unit);
    if (m_log.wanted() || stopped || m_any_open || scope.layer != m_layer || m_allocated + rounded > m_next_peak)
        (void)empty({bytes}, Dtype::uint8, operation, Component::workspace);
    else
        (void)m_log.next_id(); // it comes and goes below every peak
}

void Machine::change_label(Storage &storage, Component component)
{
    const auto index = static_cast<std::uint8_t>(component);
    const std::uint8_t before = storage.component;
    stand_here();
    const Bytes bytes = storage.bytes * weight(storage);
    m_components[before] -= bytes;
    m_components[index] += bytes;
    if (m_inside && storage.shared) {
        m_visit.once[before] -= bytes;
        m_visit.once[index] += bytes;
    }
    storage.component = index;
    if (m_log.wanted() && storage.bytes > 0) write(Event::Kind::relabel, storage, "").shape = before;
}

void Machine::count_out(const Storage &storage)
{
    if (m_any_open) note_peak();
    stand_here();
    const Bytes bytes = storage.bytes * weight(storage);
    m_allocated -= bytes;
    m_components[storage.component] -= bytes;
    if (m_log.wanted()) write(Event::Kind::release, storage, "");
}

void Machine::release(Storage *storage)
{
    if (storage->bytes > 0) count_out(*storage);
    pool::give(storage, sizeof(Storage));
}

void Machine::begin_phase(Phase phase, const char *stage)
{
    stand_here();
    note_peak();
    const bool inside = m_inside;
    if (inside) leave_repeated();
    if (!m_phases.empty()) m_phases.back().after = m_allocated;
    m_phase = phase;
    open_record();
    if (inside) enter_repeated();
    expect_next_peak();
    mark(stage);
}

void Machine::open_record()
{
    for (PhaseRecord &record : m_phases) {
        if (record.step != m_step || record.phase != m_phase) continue;
        // the same phase again (gradient accumulation): one record per step keeps the highest
        if (&record != &m_phases.back()) std::swap(record, m_phases.back());
        if (m_allocated > m_phases.back().peak) {
            m_phases.back().peak = m_allocated;
            m_phases.back().event = m_log.size();
            m_peak_open = m_any_open = true;
        }
        return;
    }
    m_phases.push_back({m_step, m_phase, scope.layer, m_allocated, 0, m_components, m_log.size()});
}

void Machine::add_to_phase(Phase phase, const ComponentBytes &bytes, bool at_its_end)
{
    const Bytes all = std::accumulate(bytes.begin(), bytes.end(), Bytes{0});
    for (PhaseRecord &record : m_phases) {
        if (record.step != m_step || record.phase != phase) continue;
        record.peak += all;
        if (at_its_end) record.after += all;
        for (std::size_t i = 0; i < bytes.size(); ++i) record.at_peak[i] += bytes[i];
    }
}

void Machine::mark(const char *stage)
{
    if (!m_log.wanted()) return;
    Event &event = m_log.add();
    event.phase = m_phase;
    event.layer = scope.layer;
    event.step = m_step;
    event.operation = stage;
}

Event &Machine::write(Event::Kind kind, const Storage &storage, const char *operation)
{
    Event &event = m_log.add();
    event.kind = kind;
    event.component = static_cast<Component>(storage.component);
    event.phase = m_phase;
    event.layer = scope.layer;
    event.step = m_step;
    event.id = storage.id;
    event.stream = stream;
    event.bytes = storage.bytes;
    event.operation = operation;
    event.module = scope.module;
    return event;
}

/// A step has few shapes: nearly always it is the one that fell into its slot last.
std::uint32_t EventLog::index_of(const Shape &shape)
{
    std::uint64_t hash = shape.rank;
    for (const Count size : shape.size) hash = (hash ^ static_cast<std::uint64_t>(size)) * 0x9e3779b97f4a7c15u;
    std::uint32_t &slot = m_shape_slots[hash >> 56];
    if (slot < m_shapes.size() && m_shapes[slot] == shape) return slot;
    slot = static_cast<std::uint32_t>(m_shapes.size());
    m_shapes.push_back(shape);
    return slot;
}

const std::vector<PhaseRecord> &Machine::phases()
{
    stand_here();
    note_peak();
    if (!m_phases.empty()) m_phases.back().after = m_allocated;
    return m_phases;
}

} // namespace plimsoll::step

// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/step/machine.h"

#include <algorithm>

namespace plimsoll::step {

namespace {
// c10/cuda/CUDACachingAllocator.h: kMinBlockSize
constexpr Bytes block_unit = 512;
} // namespace

std::array<int, 2> LayerPlaces::of(int layer) const
{
    if (layer < 0) return {0, -1};
    if (layer < head) return {1 + layer, -1};
    if (layer >= layers - tail) return {1 + head + 2 * period + (layers - 1 - layer), -1};
    const int from_start = layer - head, from_end = layers - tail - 1 - layer;
    return {from_start < period ? 1 + head + from_start : -1, from_end < period ? 1 + head + period + from_end : -1};
}

void refuse_size() { throw TooLarge{}; }

void Machine::refuse_count() { throw TooLarge{true}; }

void Storage::drop(Storage *storage) { storage->machine->release(storage); }

Machine *Tensor::machine() const { return m_storage ? m_storage->machine : nullptr; }

Machine::~Machine() = default;

std::size_t &Machine::expected_events()
{
    thread_local std::size_t events = 1 << 17; // memory that is never touched costs nothing, growing costs twice
    return events;
}

void Machine::more_storages()
{
    constexpr std::size_t at_once = 128;
    Storage *made = m_pool.emplace_back(std::make_unique<Storage[]>(at_once)).get();
    for (std::size_t i = at_once; i-- > 0;) {
        made[i].machine = this;
        m_free.push_back(made + i);
    }
}

Storage *Machine::take(Bytes bytes, Component component)
{
    if (scope.layer != m_layer) stand_here();
    if (m_free.empty()) more_storages();
    Storage *storage = m_free.back();
    m_free.pop_back();
    storage->bytes = round_up(bytes, block_unit);
    storage->id = next_id();
    storage->component = static_cast<std::uint8_t>(component);
    m_allocated += storage->bytes;
    m_components[storage->component] += storage->bytes;
    if (m_allocated > m_next_peak) raise_peaks();
    return storage;
}

/// The scope moved to another layer: its places count from here on.
void Machine::stand_here()
{
    if (m_any_open) note_places();
    m_layer = scope.layer;
    if (m_places.period > 0) m_here = m_places.of(m_layer);
    expect_next_peak();
}

void Machine::expect_next_peak()
{
    if (m_phases.empty()) return;
    const PhaseRecord &record = m_phases.back();
    m_next_peak = record.peak;
    for (const int place : m_here)
        if (place >= 0) m_next_peak = std::min(m_next_peak, record.places[static_cast<std::size_t>(place)].peak);
}

void Machine::raise_peaks()
{
    if (m_allocated > most_in_a_step) refuse_size();
    PhaseRecord &record = m_phases.back();
    if (m_allocated > record.peak) {
        record.peak = m_allocated;
        record.layer = scope.layer;
        record.event = m_events.size();
        m_peak_open = m_any_open = true;
    }
    raise_places();
}

void Machine::raise_places()
{
    for (std::size_t i = 0; i < m_here.size(); ++i) {
        if (m_here[i] < 0) continue;
        PlacePeak &place = m_phases.back().places[static_cast<std::size_t>(m_here[i])];
        if (m_allocated <= place.peak) continue;
        place.peak = m_allocated;
        m_open_places[i] = m_here[i];
        m_any_open = true;
    }
    expect_next_peak();
}

void Machine::note_places()
{
    for (int &place : m_open_places) {
        if (place >= 0) m_phases.back().places[static_cast<std::size_t>(place)].components = m_components;
        place = -1;
    }
}

void Machine::note_peak()
{
    m_any_open = false;
    note_places();
    if (!m_peak_open) return;
    m_phases.back().at_peak = m_components;
    m_peak_open = false;
}

Tensor Machine::empty(const Shape &shape, Dtype dtype, const char *operation, Component component)
{
    const Bytes bytes = product(shape.elements(), size_of(dtype));
    if (stopped || bytes == 0) {
        skipped += bytes;
        if (skipped > most_in_a_step) refuse_size();
        Tensor nothing({}, shape, dtype);
        nothing.mark_defined();
        return nothing;
    }
    Tensor tensor(Ref<Storage>(take(bytes, component)), shape, dtype);
    if (m_record) {
        Event &event = write(Event::Kind::allocate, *tensor.storage(), operation);
        event.shape = index_of(shape);
        event.dtype = dtype;
    }
    return tensor;
}

void Machine::workspace(Bytes bytes, const char *operation)
{
    if (bytes <= 0) return;
    if (bytes > most_in_a_step) refuse_size();
    const Bytes rounded = round_up(bytes, block_unit);
    if (m_record || stopped || m_any_open || scope.layer != m_layer || m_allocated + rounded > m_next_peak)
        (void)empty({bytes}, Dtype::uint8, operation, Component::workspace);
    else
        (void)next_id(); // it comes and goes below every peak
}

void Machine::change_label(Storage &storage, Component component)
{
    const auto index = static_cast<std::uint8_t>(component);
    const std::uint8_t before = storage.component;
    m_components[before] -= storage.bytes;
    m_components[index] += storage.bytes;
    storage.component = index;
    if (m_record) write(Event::Kind::relabel, storage, "").shape = before;
}

void Machine::release(Storage *storage)
{
    if (m_any_open) note_peak();
    m_allocated -= storage->bytes;
    m_components[storage->component] -= storage->bytes;
    if (m_record) write(Event::Kind::release, *storage, "");
    m_free.push_back(storage);
}

void Machine::begin_phase(Phase phase, const char *stage)
{
    note_peak();
    if (!m_phases.empty()) m_phases.back().after = m_allocated;
    m_phase = phase;
    for (PhaseRecord &record : m_phases) {
        if (record.step != m_step || record.phase != phase) continue;
        // the same phase again (gradient accumulation): one record per step keeps the highest
        if (&record != &m_phases.back()) std::swap(record, m_phases.back());
        if (m_allocated > m_phases.back().peak) {
            m_phases.back().peak = m_allocated;
            m_phases.back().event = m_events.size();
            m_peak_open = m_any_open = true;
        }
        stand_here();
        raise_places();
        mark(stage);
        return;
    }
    m_phases.push_back({m_step, phase, scope.layer, m_allocated, 0, m_components, {}, m_events.size()});
    // what stands already counts as a peak outside the layers
    m_phases.back().places.assign(static_cast<std::size_t>(m_places.count()), PlacePeak{});
    if (m_places.period > 0) m_phases.back().places.front() = {m_allocated, m_components};
    stand_here();
    mark(stage);
}

void Machine::mark(const char *stage)
{
    if (!m_record) return;
    Event event;
    event.phase = m_phase;
    event.layer = scope.layer;
    event.step = m_step;
    event.operation = stage;
    m_events.push_back(event);
}

Event &Machine::write(Event::Kind kind, const Storage &storage, const char *operation)
{
    Event &event = m_events.emplace_back();
    event.kind = kind;
    event.component = static_cast<Component>(storage.component);
    event.phase = m_phase;
    event.layer = scope.layer;
    event.step = m_step;
    event.id = storage.id;
    event.bytes = storage.bytes;
    event.operation = operation;
    event.module = scope.module;
    return event;
}

/// A step has few shapes: nearly always it is the one that fell into its slot last.
std::uint32_t Machine::index_of(const Shape &shape)
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
    note_peak();
    if (!m_phases.empty()) m_phases.back().after = m_allocated;
    return m_phases;
}

} // namespace plimsoll::step

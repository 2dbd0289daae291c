// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/step/machine.h"

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

void Storage::drop(Storage *storage) { storage->machine->release(storage); }

Machine *Tensor::machine() const { return m_storage ? m_storage->machine : nullptr; }

Machine::~Machine() = default;

Storage *Machine::take(Bytes bytes, Component component)
{
    Storage *storage = nullptr;
    if (m_free.empty()) {
        storage = &m_pool.emplace_back();
    } else {
        storage = m_free.back();
        m_free.pop_back();
    }
    storage->machine = this;
    storage->bytes = round_up(bytes, block_unit);
    storage->refs = 0;
    storage->id = m_next_id++;
    storage->component = static_cast<std::uint8_t>(component);
    m_allocated += storage->bytes;
    m_components[storage->component] += storage->bytes;
    if (!m_phases.empty() && m_allocated > m_phases.back().peak) {
        m_phases.back().peak = m_allocated;
        m_phases.back().layer = scope.layer;
        m_peak_open = true;
    }
    if (m_places.period > 0 && !m_phases.empty()) raise_places();
    return storage;
}

void Machine::raise_places()
{
    const std::array<int, 2> here = m_places.of(scope.layer);
    if (here != m_open_places) note_places();
    std::vector<PlacePeak> &places = m_phases.back().places;
    for (std::size_t i = 0; i < here.size(); ++i) {
        if (here[i] < 0 || m_allocated <= places[static_cast<std::size_t>(here[i])].peak) continue;
        places[static_cast<std::size_t>(here[i])].peak = m_allocated;
        m_open_places[i] = here[i];
    }
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
    note_places();
    if (!m_peak_open) return;
    m_phases.back().at_peak = m_components;
    m_peak_open = false;
}

Tensor Machine::empty(Shape shape, Dtype dtype, const char *operation) { return empty(shape, dtype, operation, scope.component); }

Tensor Machine::empty(Shape shape, Dtype dtype, const char *operation, Component component)
{
    const Bytes bytes = shape.elements() * size_of(dtype);
    Tensor tensor;
    if (stopped || bytes == 0) {
        skipped += bytes;
        tensor = Tensor({}, shape, dtype);
        tensor.mark_defined();
        return tensor;
    }
    tensor = Tensor(Ref<Storage>(take(bytes, component)), shape, dtype);
    if (m_record) write(Event::Kind::allocate, *tensor.storage(), operation, &tensor);
    return tensor;
}

void Machine::workspace(Bytes bytes, const char *operation)
{
    if (bytes > 0) (void)empty({bytes}, Dtype::uint8, operation, Component::workspace);
}

void Machine::relabel(Storage *storage, Component component)
{
    const auto index = static_cast<std::uint8_t>(component);
    if (!storage || storage->component == index) return;
    m_components[storage->component] -= storage->bytes;
    m_components[index] += storage->bytes;
    storage->component = index;
    if (m_record) write(Event::Kind::relabel, *storage, "", nullptr);
}

void Machine::release(Storage *storage)
{
    note_peak();
    m_allocated -= storage->bytes;
    m_components[storage->component] -= storage->bytes;
    if (m_record) write(Event::Kind::release, *storage, "", nullptr);
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
            m_peak_open = true;
        }
        if (m_places.period > 0) raise_places();
        mark(stage);
        return;
    }
    m_phases.push_back({m_step, phase, scope.layer, m_allocated, 0, m_components, {}});
    // what stands already counts as a peak outside the layers
    m_phases.back().places.assign(static_cast<std::size_t>(m_places.count()), PlacePeak{});
    if (m_places.period > 0) m_phases.back().places.front() = {m_allocated, m_components};
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

void Machine::write(Event::Kind kind, const Storage &storage, const char *operation, const Tensor *tensor)
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
    if (tensor) {
        event.shape = tensor->shape();
        event.dtype = tensor->dtype();
    }
}

const std::vector<PhaseRecord> &Machine::phases()
{
    note_peak();
    if (!m_phases.empty()) m_phases.back().after = m_allocated;
    return m_phases;
}

} // namespace plimsoll::step

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/libraries/older.h"
#include "core/torch/card.h"
#include "core/torch/labels.h"
#include "core/torch/tensor.h"

#include <functional>
#include <limits>
#include <memory>
#include <vector>

namespace plimsoll::step {

struct CheckpointFrame;
struct Leaf;
class Units;
class WorkList;

/// A step of the largest models makes some hundred thousand; loops over very many chunks would never end.
inline constexpr std::uint32_t most_allocations = 4'000'000;

/// What happened to one storage; the step as a list of operations that allocate and free.
struct Event {
    enum class Kind : std::uint8_t { allocate, release, relabel, mark };
    Kind kind = Kind::mark;
    Component component = Component::temporaries; ///< of the storage after the event
    Phase phase = Phase::load;
    Dtype dtype = Dtype::uint8;
    std::int16_t layer = -1;
    std::uint8_t step = 0;      ///< 0: loading; 1, 2: training steps
    std::uint8_t stream = 0;    ///< of an allocation: whose pool the block comes from; 0: the default stream's
    std::uint32_t id = 0;       ///< of the storage
    std::uint32_t shape = 0;    ///< of what is allocated: index into Trace::shapes; of a relabel: the component before
    Bytes bytes = 0;            ///< rounded to 512
    const char *operation = ""; ///< operation, or stage for a mark
    const char *module = "";    ///< "self_attn.q_proj"
};

/// Where the step stands: kept by nodes, so that their backward is told apart.
struct Scope {
    Component component = Component::temporaries; ///< of what is allocated here until somebody saves it
    std::int16_t layer = -1;
    const char *module = "";
    bool loss = false; ///< head and loss: their backward is phase loss_backward
};

/// Layers that are run once and stand for `times` as many, one after the other: what they leave behind, in forward, backward or
/// any other walk through the layers, each of them leaves. They have neighbours of the same kind on both sides.
struct RepeatedLayers {
    int begin = 0, end = 0; ///< indices in the model that is run; none where they are equal
    Count times = 1;
    [[nodiscard]] bool has(int layer) const { return layer >= begin && layer < end; }
};

/// Peak and end of one phase of one step.
struct PhaseRecord {
    std::uint16_t step = 0;
    Phase phase = Phase::load;
    std::int16_t layer = -1; ///< at the peak
    Bytes peak = 0;
    Bytes after = 0;
    ComponentBytes at_peak{};
    std::size_t event = 0; ///< index of the one that makes the peak, when events are recorded
};

/// What a run turns on and off, and what autograd keeps beside its graph.
struct Switches {
    bool grad_enabled = true;
    std::optional<Dtype> autocast;         ///< set: lower precision for matrix products
    CheckpointFrame *frame = nullptr;      ///< set: what is saved is recomputed later
    bool stopped = false;                  ///< a recomputation has all it needs: nothing is allocated any more
    Bytes skipped = 0;                     ///< what was not allocated for that
    bool saves_on_host = false;            ///< what autograd saves goes to the host, parameters and small tensors apart
    std::optional<Bytes> cublas_workspace; ///< of this card, once it was asked
    /// Where releases that keep cuBLAS's workspaces keep them, the forward thread's first; null: nobody does.
    std::vector<Tensor> *workspaces = nullptr;
    Older older; ///< of the libraries that the plan names
    Scope scope;
    std::uint64_t sequence = 0;
    Units *units = nullptr;                              ///< hooks of the library that spreads the model; null: one card
    std::uint8_t stream = 0;                             ///< the current CUDA stream, as Event::stream
    bool on_host = false;                                ///< what is made stands elsewhere: its storage is hollow
    bool hooks_modules = false, hooks_gradients = false; ///< units->wants_modules(), wants_gradients()
    bool in_backward = false;
    WorkList *work = nullptr; ///< set in the step whose work is counted (core/torch/work.h)

    std::vector<Tensor *> autocast_cache; ///< casts to drop when autocast ends
    /// Tensor.register_post_accumulate_grad_hook on every parameter; empty: none.
    std::function<void(Leaf &)> after_accumulate;
    /// torch.nn.Module.register_forward_hook on every module of a layer, told by its name; empty: none.
    std::function<void(const char *module, const Tensor &input, const Tensor &output)> after_module;
};

/// The step as a list of events, where somebody wants one.
class EventLog {
public:
    explicit EventLog(bool wanted) : m_wanted(wanted)
    {
        if (wanted) m_events.reserve(expected());
    }
    [[nodiscard]] bool wanted() const { return m_wanted; }
    [[nodiscard]] std::size_t size() const { return m_events.size(); }
    /// A new event, to be filled in.
    [[nodiscard]] Event &add() { return m_events.emplace_back(); }
    /// What Event::shape says of this shape.
    [[nodiscard]] std::uint32_t index_of(const Shape &shape);
    /// Of a new storage. Throws where a step has more than most_allocations.
    [[nodiscard]] std::uint32_t next_id()
    {
        if (m_next_id == most_allocations) [[unlikely]]
            refuse_count();
        return m_next_id++;
    }
    [[nodiscard]] std::vector<Event> take_events()
    {
        expected() = m_events.size() + m_events.size() / 16;
        return std::move(m_events);
    }
    [[nodiscard]] std::vector<Shape> take_shapes() { return std::move(m_shapes); }

private:
    /// Somewhat more than this thread's last run had.
    [[nodiscard]] static std::size_t &expected();
    [[noreturn]] static void refuse_count();

    bool m_wanted = false;
    std::vector<Event> m_events;
    std::vector<Shape> m_shapes;
    std::array<std::uint32_t, 256> m_shape_slots{}; ///< of m_shapes, by a hash; the last one that fell there
    std::uint32_t m_next_id = 0;
};

/// The device and autograd's state: counts bytes, knows the phase, and writes events when asked to. Bytes are those of the whole
/// model where `repeated` layers stand for more, but for the moments within them; events are only those of what is run.
class Machine : public Switches {
public:
    /// `counted`: where the work of the second step is told; null: nowhere.
    explicit Machine(Card &card, bool record_events, RepeatedLayers repeated = {}, WorkList *counted = nullptr)
        : m_card(card), m_log(record_events), m_repeated(repeated), m_counted(counted)
    {}
    ~Machine();
    Machine(const Machine &) = delete;
    Machine &operator=(const Machine &) = delete;

    /// Empty tensor in the current scope's component.
    [[nodiscard]] Tensor empty(const Shape &shape, Dtype dtype, const char *operation)
    {
        return empty(shape, dtype, operation, scope.component);
    }
    [[nodiscard]] Tensor empty(const Shape &shape, Dtype dtype, const char *operation, Component component);
    /// A tensor whose storage holds nothing until fill(): what was resized to 0, or stands elsewhere.
    [[nodiscard]] Tensor hollow(const Shape &shape, Dtype dtype, Component component);
    /// storage.resize_(0): the block goes, the handles stay. Nothing where it is hollow already.
    void drain(Storage &storage);
    /// storage.resize_(…) of a hollow storage, to what `shape` takes in `dtype`. Nothing where it holds something.
    void fill(Storage &storage, const Shape &shape, Dtype dtype, const char *operation);
    /// Allocates and frees at once: a kernel's or a library's workspace.
    void workspace(Bytes bytes, const char *operation);
    void relabel(Storage *storage, Component component)
    {
        if (storage && storage->component != static_cast<std::uint8_t>(component)) change_label(*storage, component);
    }
    void release(Storage *storage);

    void begin_step(std::uint8_t step)
    {
        m_step = step;
        work = step == 2 ? m_counted : nullptr;
    }
    [[nodiscard]] bool in_first_step() const { return m_step == 1; }
    /// Tells of the work of a product of [rows, inner] by [inner, columns], `batch` times in one kernel; nothing while nobody counts.
    void multiplies(Count rows, Count columns, Count inner, Dtype dtype, Count batch = 1)
    {
        if (work) [[unlikely]]
            tell_product(rows, columns, inner, dtype, batch, false);
    }
    /// Of a product of `rows` rows with one of `groups` matrices each.
    void multiplies_grouped(Count rows, Count columns, Count inner, Dtype dtype, Count groups)
    {
        if (work) [[unlikely]]
            tell_product(rows, columns, inner, dtype, groups, true);
    }
    /// Of kernels that change what stands, or that copy: bytes that they read and write.
    void moves(const char *operation, Bytes written, Bytes read, Count kernels = 1)
    {
        if (work) [[unlikely]]
            tell_kernel(operation, written, read, kernels);
    }
    /// The present micro-batch stands for so many.
    void stands_for(double micro_batches);
    void begin_phase(Phase phase, const char *stage = "");
    void mark(const char *stage);
    /// What stood at the peak of a phase of the present step besides what was counted, may be less than nothing; and at its end.
    void add_to_phase(Phase phase, const ComponentBytes &bytes, bool at_its_end);
    /// torch.cuda.empty_cache()
    void empty_cache() { mark("empty_cache"); }

    /// What only the card knows, as Card::ask().
    template <class Question, class... Arguments>
    auto ask(Question question, Arguments... arguments) const
    {
        return m_card.ask(question, arguments...);
    }
    [[nodiscard]] bool records() const { return m_log.wanted(); }
    [[nodiscard]] Bytes allocated()
    {
        stand_here();
        return m_allocated;
    }
    /// Layers of the whole model that this one stands for, and that the scope's does.
    [[nodiscard]] Count times(int layer) const { return m_repeated.has(layer) ? m_repeated.times : 1; }
    [[nodiscard]] Count times() const { return times(scope.layer); }
    [[nodiscard]] Phase phase() const { return m_phase; }
    [[nodiscard]] const std::vector<PhaseRecord> &phases();
    /// phases(), at the end of the run.
    [[nodiscard]] std::vector<PhaseRecord> take_phases()
    {
        (void)phases();
        return std::move(m_phases);
    }
    [[nodiscard]] std::vector<Event> take_events() { return m_log.take_events(); }
    /// What Event::shape counts in.
    [[nodiscard]] std::vector<Shape> take_shapes() { return m_log.take_shapes(); }
    [[nodiscard]] const ComponentBytes &components()
    {
        stand_here();
        return m_components;
    }

private:
    void tell_product(Count rows, Count columns, Count inner, Dtype dtype, Count batch, bool grouped);
    void tell_kernel(const char *operation, Bytes written, Bytes read, Count kernels);
    Storage *take(Bytes bytes, Component component);
    /// Counts `bytes` more of a storage that comes into being; returns its id.
    std::uint32_t count_in(Bytes bytes, Component component);
    void count_out(const Storage &storage);
    [[nodiscard]] Tensor nothing_of(Bytes bytes, const Shape &shape, Dtype dtype);
    void change_label(Storage &storage, Component component);
    void note_peak();
    /// Notices that the scope moved to another layer.
    void stand_here()
    {
        if (scope.layer != m_layer) move_here();
    }
    void move_here();
    void enter_repeated();
    void leave_repeated();
    void raise_peaks();
    void open_record();
    void expect_next_peak();
    /// Of the whole model; within repeated layers of the one that runs first or last.
    [[nodiscard]] std::int16_t layer_in_all(int layer, bool last) const;
    /// How many times a storage's bytes go, or change their name, here: outside the layers all of its kind do.
    [[nodiscard]] Count weight(const Storage &storage) const { return storage.repeated && m_layer < 0 ? m_repeated.times : 1; }
    Event &write(Event::Kind kind, const Storage &storage, const char *operation);

    Card &m_card;
    EventLog m_log;
    RepeatedLayers m_repeated;
    WorkList *m_counted = nullptr;
    /// The present walk through the repeated layers.
    struct Visit {
        Bytes entered_with = 0, peak = 0;
        ComponentBytes entered{}, at_peak{};
        ComponentBytes once{};   ///< what changed without standing for more of its kind
        std::int16_t layer = -1; ///< at the peak
    };
    Visit m_visit;
    bool m_inside = false; ///< of repeated layers
    int m_layer = std::numeric_limits<int>::min();
    Bytes m_next_peak = std::numeric_limits<Bytes>::max(); ///< beyond this a peak of the phase or of the visit is raised
    bool m_peak_open = false;  ///< the running phase's peak is now: its components are still to be copied
    bool m_visit_open = false; ///< the visit's peak is now
    bool m_any_open = false;   ///< one of these peaks is now
    Phase m_phase = Phase::load;
    std::uint8_t m_step = 0;
    Bytes m_allocated = 0;
    ComponentBytes m_components{};
    std::vector<PhaseRecord> m_phases;
};

/// Sets the scope for a while.
class WithScope {
public:
    WithScope(Machine &machine, Scope scope) : m_machine(machine), m_before(machine.scope) { machine.scope = scope; }
    WithScope(Machine &machine, const char *module) : WithScope(machine, with_module(machine.scope, module)) {}
    ~WithScope() { m_machine.scope = m_before; }
    WithScope(const WithScope &) = delete;
    WithScope &operator=(const WithScope &) = delete;

private:
    static Scope with_module(Scope scope, const char *module)
    {
        scope.module = module;
        return scope;
    }
    Machine &m_machine;
    Scope m_before;
};

/// torch.cuda.stream(…): what is allocated meanwhile comes from that stream's pool.
class WithStream {
public:
    WithStream(Machine &machine, std::uint8_t stream) : m_machine(machine), m_before(machine.stream) { machine.stream = stream; }
    ~WithStream() { m_machine.stream = m_before; }
    WithStream(const WithStream &) = delete;
    WithStream &operator=(const WithStream &) = delete;

private:
    Machine &m_machine;
    std::uint8_t m_before;
};

} // namespace plimsoll::step

// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/estimate/titles.h"
#include "core/estimate/trace_view.h"
#include "core/ground/phrase.h"
#include "core/ground/text.h"
#include "core/model/quantization/bitsandbytes.h"
#include "core/nn/modules.h"

#include <algorithm>
#include <array>
#include <map>
#include <span>
#include <tuple>
#include <utility>

namespace plimsoll {

namespace {

using step::Event;

/// Counts tensors by kind. A step asks for the same few kinds thousands of times: where a kind's pointers hash to says where it
/// was counted last.
class GroupFinder {
public:
    explicit GroupFinder(const std::vector<step::Shape> &shapes) : m_shapes(shapes) {}

    void add(const Event &event, Component component)
    {
        Last &last = m_last[slot_of(event, component)];
        if (!last.group || last.event->operation != event.operation || last.event->module != event.module ||
            last.event->shape != event.shape || last.event->dtype != event.dtype || last.component != component)
            last = {&event, component, &find(event, component)};
        ++last.group->count;
        last.group->bytes += event.bytes;
    }

    [[nodiscard]] LivingGroups take()
    {
        LivingGroups out;
        for (auto &[key, group] : m_groups) out[static_cast<std::size_t>(std::get<0>(key))].push_back(group);
        for (std::vector<LivingGroup> &list : out) std::ranges::stable_sort(list, std::ranges::greater{}, &LivingGroup::bytes);
        return out;
    }

private:
    using Key = std::tuple<Component, std::string_view, std::string_view, std::array<Count, 4>, Dtype>;
    struct Last {
        const Event *event = nullptr;
        Component component = Component::temporaries;
        LivingGroup *group = nullptr;
    };

    [[nodiscard]] static std::size_t slot_of(const Event &event, Component component)
    {
        std::uint64_t hash =
            reinterpret_cast<std::uintptr_t>(event.operation) * 31 + reinterpret_cast<std::uintptr_t>(event.module);
        hash =
            hash * 31 + event.shape * 64 + static_cast<std::uint64_t>(event.dtype) * 16 + static_cast<std::uint64_t>(component);
        return hash * 0x9e3779b97f4a7c15u >> 57;
    }

    [[nodiscard]] LivingGroup &find(const Event &event, Component component)
    {
        const step::Shape &shape = m_shapes[event.shape];
        LivingGroup &group = m_groups[Key{component, event.operation, event.module, shape.size, event.dtype}];
        if (group.count == 0) group = {event.operation, event.module, shape, event.dtype, 0, 0};
        return group;
    }

    const std::vector<step::Shape> &m_shapes;
    std::map<Key, LivingGroup> m_groups;
    std::array<Last, 128> m_last{};
};

/// Follows which storages are alive, and as what.
class Living {
public:
    /// Everything that a run does, `times` times.
    void follow(std::span<const Event> events, std::span<const step::RepeatedId> ids, std::uint32_t times)
    {
        if (ids.empty()) {
            for (const Event &event : events) apply(event, event.id);
            return;
        }
        const std::vector<std::size_t> lasting = outlasting(events, ids);
        for (std::uint32_t time = 0; time < times; ++time)
            for (const std::size_t i : lasting) apply(events[i], ids[i].first + ids[i].growth * time);
    }

    void apply(const Event &event, std::uint32_t id)
    {
        if (event.kind == Event::Kind::mark) return;
        if (m_born.size() <= id) {
            m_born.resize(id + id / 2 + 1024);
            m_component.resize(m_born.size());
        }
        if (event.kind != Event::Kind::relabel) m_born[id] = event.kind == Event::Kind::allocate ? &event : nullptr;
        m_component[id] = event.component;
    }

    void count(GroupFinder &groups) const
    {
        for (std::size_t id = 0; id < m_born.size(); ++id)
            if (m_born[id]) groups.add(*m_born[id], m_component[id]);
    }

private:
    /// Events but for those of storages that go in the repetition in which they came. A repetition numbers its storages in order.
    static std::vector<std::size_t> outlasting(std::span<const Event> events, std::span<const step::RepeatedId> ids)
    {
        std::vector<std::size_t> came;
        std::vector<bool> passing(events.size(), false);
        for (std::size_t i = 0; i < events.size(); ++i) {
            if (events[i].kind == Event::Kind::allocate) came.push_back(i);
            if (events[i].kind != Event::Kind::release || came.empty()) continue;
            const std::uint32_t number = ids[i].first - ids[came.front()].first;
            if (number < came.size() && ids[came[number]] == ids[i]) passing[came[number]] = passing[i] = true;
        }
        std::vector<std::size_t> out;
        for (std::size_t i = 0; i < events.size(); ++i)
            if (events[i].kind != Event::Kind::mark && !passing[i]) out.push_back(i);
        return out;
    }

    std::vector<const Event *> m_born; ///< by storage: its allocation, none once it is gone
    std::vector<Component> m_component;
};

} // namespace

LivingGroups groups_alive(const step::Trace &trace, const PeakMoment &peak)
{
    Living living;
    for (const step::EventRun &run : trace.events.runs()) {
        if (run.first > peak.event) break;
        const auto events = trace.events.stored(run);
        const auto ids = trace.events.ids(run);
        const auto times =
            static_cast<std::uint32_t>(std::min<std::size_t>((peak.event + 1 - run.first) / run.length(), run.times));
        if (times > 0) living.follow(events, ids, times);
        if (times == run.times) continue;
        const std::size_t rest = (peak.event + 1 - run.first) % run.length();
        for (std::size_t i = 0; i < rest; ++i)
            living.apply(events[i], ids.empty() ? events[i].id : ids[i].first + ids[i].growth * times);
    }
    GroupFinder groups(trace.shapes);
    living.count(groups);
    return groups.take();
}

namespace {

/// The field's name of a dimension where the model or the plan has one of that size.
class Names {
public:
    Names(const Architecture &architecture, const Plan &plan)
    {
        const Count tokens = plan.micro_batch * plan.sequence_length;
        if (architecture.decoder) {
            const DecoderSpec &d = *architecture.decoder;
            m_vocab = d.vocab;
            add(d.vocab, "vocab_size");
            m_hidden = d.hidden;
            add(d.hidden, "hidden_size");
            for (const LayerSpec &layer : d.kinds) {
                add(layer.mlp.down.in, "intermediate_size");
                add(layer.attention.heads, "num_attention_heads");
                add(layer.attention.kv_heads, "num_key_value_heads");
                add(layer.attention.head_dim, "head_dim");
                add(layer.attention.heads * layer.attention.head_dim, "num_attention_heads·head_dim");
                add(layer.attention.kv_heads * layer.attention.head_dim, "num_key_value_heads·head_dim");
            }
        }
        add(plan.sequence_length, "sequence_length");
        add(tokens, "tokens");
        if (plan.trains_adapter()) add(plan.adapter.rank, "rank");
    }
    [[nodiscard]] std::string of(Count size) const
    {
        const auto found = m_names.find(size);
        return found == m_names.end() ? grouped(size) : found->second;
    }
    [[nodiscard]] Count hidden() const { return m_hidden; } ///< 0: no decoder
    [[nodiscard]] bool is_vocabulary(Count size) const { return size > 1 && size == m_vocab; }

private:
    void add(Count size, std::string name)
    {
        if (size > 1) m_names.emplace(size, std::move(name));
    }
    std::map<Count, std::string> m_names;
    Count m_hidden = 0, m_vocab = 0;
};

/// How a tensor that was packed from a matrix says the matrix' values.
struct Packing {
    std::string_view operation;
    Count values;            ///< of the matrix, in one element
    std::string_view behind; ///< the dimensions
    std::string_view each;   ///< bytes of a value, where they are not the dtype's
};

/// bitsandbytes 0.50 functional.py quantize_4bit: two values a byte, a scale for 64.
constexpr std::array<Packing, 2> packings{{{"packed_weight", 2, "", "½"}, {"absmax", step::four_bit_block, " ÷ 64", ""}}};
static_assert(step::four_bit_block == 64);

/// None where the matrix does not stand on hidden_size: its sides are not known then.
const Packing *packing_of(const LivingGroup &group, const Names &names)
{
    const auto found = std::ranges::find(packings, std::string_view(group.operation), &Packing::operation);
    if (found == packings.end() || names.hidden() == 0) return nullptr;
    return group.shape.elements() * found->values % names.hidden() == 0 ? &*found : nullptr;
}

/// Of one tensor of the group, or of the matrix that it was packed from.
std::vector<Count> dimensions(const LivingGroup &group, const Packing *packing, const Names &names)
{
    if (packing) return {group.shape.elements() * packing->values / names.hidden(), names.hidden()};
    std::vector<Count> out;
    for (std::uint8_t i = 0; i < group.shape.rank; ++i)
        if (group.shape.size[i] != 1 || group.shape.rank == 1) out.push_back(group.shape.size[i]);
    return out;
}

std::string product(const LivingGroup &group, const Names &names, bool named)
{
    const Packing *packing = packing_of(group, names);
    std::string out;
    const auto add = [&out](const std::string &factor) { out += (out.empty() ? "" : " × ") + factor; };
    if (group.count > 1) add(grouped(group.count));
    for (const Count size : dimensions(group, packing, names)) add(named ? names.of(size) : grouped(size));
    if (packing) out += packing->behind;
    const bool own = packing && !packing->each.empty();
    add((own ? std::string(packing->each) : grouped(size_of(group.dtype))) + " B");
    return out;
}

std::string title(const LivingGroup &group)
{
    const bool in_module = group.module[0] != '\0';
    const std::string_view dtype = name_of(group.dtype);
    const std::string operation = title_of_operation(group.operation);
    if (group.count <= 1 && !in_module) return operation + ", " + std::string(dtype);
    if (group.count <= 1) return phrase(QT_TRANSLATE_NOOP("core", "%1 in %2, %3"), {operation, group.module, dtype});
    const std::string count = localised(grouped(group.count));
    if (!in_module) return phrase(QT_TRANSLATE_NOOP("core", "%1, %2, %3 of them"), {operation, dtype, count});
    return phrase(QT_TRANSLATE_NOOP("core", "%1 in %2, %3, %4 of them"), {operation, group.module, dtype, count});
}

/// Packed weights are called by their scheme, since their tensors are of plain bytes.
bool is_packed(const LivingGroup &group, Component component, const Plan &plan)
{
    const bool real = group.dtype == Dtype::fp32 || group.dtype == Dtype::fp16 || group.dtype == Dtype::bf16;
    return component == Component::weights && !real && plan.weights.quant != "none";
}

std::vector<HeldType> held_types(const std::vector<LivingGroup> &groups, Component component, const Plan &plan,
                                 const Names &names)
{
    std::vector<HeldType> types;
    for (const LivingGroup &group : groups) {
        const bool packed = is_packed(group, component, plan);
        const std::string name = packed ? plan.weights.quant : std::string(name_of(group.dtype));
        auto type = std::ranges::find(types, name, &HeldType::type);
        if (type == types.end()) type = types.insert(packed ? types.begin() : types.end(), {name});
        type->bytes += group.bytes;
        const auto sides = dimensions(group, packing_of(group, names), names);
        if (std::ranges::any_of(sides, [&](Count side) { return names.is_vocabulary(side); })) type->embedding += group.bytes;
    }
    const bool packed = !types.empty() && component == Component::weights && types.front().type == plan.weights.quant;
    std::ranges::stable_sort(types.begin() + (packed ? 1 : 0), types.end(), std::ranges::greater{}, &HeldType::bytes);
    return types;
}

/// Whose layout packed weights have.
std::string_view packer_of(std::string_view quant)
{
    constexpr std::array<std::pair<std::string_view, std::string_view>, 8> packers{
        {{"gptq", "gptqmodel 7.7 nn_modules/qlinear"},
         {"awq", "gptqmodel 7.7 nn_modules/qlinear"},
         {"fp8", "transformers 5.23 integrations/finegrained_fp8.py"},
         {"mxfp4", "transformers 5.23 integrations/mxfp4.py"},
         {"w", "compressed-tensors 0.20 compressors"},
         {"nvfp4", "compressed-tensors 0.20 compressors/nvfp4"},
         {"int8", "bitsandbytes 0.50 nn/modules.py Int8Params"},
         {"hqq", "hqq core/quantize.py"}}};
    const auto found = std::ranges::find_if(packers, [quant](const auto &packer) { return quant.starts_with(packer.first); });
    if (found != packers.end()) return found->second;
    return is_bitsandbytes(quant) ? "bitsandbytes 0.50 functional.py quantize_4bit" : "transformers 5.23 quantizers";
}

std::string source_of(Component component, const Plan &plan)
{
    switch (component) {
    case Component::weights:
        if (plan.weights.quant == "none")
            return phrase(QT_TRANSLATE_NOOP("core", "%1, every parameter a block of the allocator"),
                          {"transformers 5.23 from_pretrained"});
        return phrase(QT_TRANSLATE_NOOP("core", "%1; what is not a linear layer keeps its dtype"),
                      {packer_of(plan.weights.quant)});
    case Component::quantization_metadata:
        if (!is_bitsandbytes(plan.weights.quant))
            return phrase(QT_TRANSLATE_NOOP("core", "%1: scales, zero points and tables beside the values"),
                          {packer_of(plan.weights.quant)});
        return phrase(QT_TRANSLATE_NOOP("core", "%1: %2, nested state"),
                      {"bitsandbytes 0.50 functional.py QuantState", "absmax, code"});
    case Component::weight_casts: return "torch 2.15 autocast_mode.cpp cached_cast; bitsandbytes 0.50 dequantize_4bit";
    case Component::adapters: return "peft 0.21 tuners/lora/layer.py update_layer: lora_A [rank, in], lora_B [out, rank]";
    case Component::gradients:
        return phrase(QT_TRANSLATE_NOOP("core", "%1: one gradient per trained parameter, in its dtype"),
                      {"torch 2.15 autograd accumulate_grad.h"});
    case Component::optimizer:
        return phrase(QT_TRANSLATE_NOOP("core", "%1: states made at the first step"),
                      {"torch 2.15 optim, bitsandbytes 0.50 optim"});
    case Component::activations:
        return phrase(QT_TRANSLATE_NOOP("core", "%1: what each operation of the forward keeps for backward"),
                      {"torch 2.15 derivatives.yaml"});
    case Component::checkpoints:
        return phrase(QT_TRANSLATE_NOOP("core", "%1: the input of every checkpointed layer"), {"torch 2.15 utils/checkpoint.py"});
    case Component::recompute:
        return phrase(QT_TRANSLATE_NOOP("core", "%1: what the second forward of one layer keeps"),
                      {"torch 2.15 utils/checkpoint.py"});
    case Component::logits_loss:
        return phrase(QT_TRANSLATE_NOOP("core", "%1 and its backward; %2"),
                      {"torch 2.15 cross_entropy", "transformers 5.23 loss/loss_utils.py ForCausalLMLoss"});
    case Component::kv_cache: return "transformers 5.23 cache_utils.py DynamicCache";
    case Component::captured_states: return "transformers 5.23 output_hidden_states";
    case Component::temporaries: return phrase(QT_TRANSLATE_NOOP("core", "%1: results that nothing keeps"), {"torch 2.15"});
    case Component::workspace:
        return phrase(QT_TRANSLATE_NOOP("core", "%1: freed with the kernel's call"),
                      {"torch 2.15 CublasHandlePool.cpp, Reduce.cuh, mem_eff_attention"});
    default: return "";
    }
}

} // namespace

void explain_peak(const LivingGroups &alive, const Architecture &architecture, const Plan &plan,
                  std::vector<BreakdownLine> &lines)
{
    constexpr std::size_t shown = 6;
    const Names names(architecture, plan);
    for (BreakdownLine &line : lines) {
        if (line.component == Component::allocator_slack || line.component == Component::context) continue;
        const std::vector<LivingGroup> &groups = alive[static_cast<std::size_t>(line.component)];
        Bytes rest = 0;
        for (std::size_t i = 0; i < groups.size(); ++i) {
            if (i >= shown) {
                rest += groups[i].bytes;
                continue;
            }
            line.formula += (i ? "\n + " : "") + product(groups[i], names, true);
            line.numbers += (i ? "\n + " : "") + product(groups[i], names, false);
            line.alive.emplace_back(title(groups[i]), groups[i].bytes);
        }
        if (rest > 0) {
            const std::string smaller = phrase(QT_TRANSLATE_NOOP("core", "smaller tensors"));
            line.formula += "\n + " + smaller;
            line.numbers += "\n + " + grouped(rest) + " B";
            line.alive.emplace_back(smaller, rest);
        }
        line.held = held_types(groups, line.component, plan, names);
        line.numbers +=
            "\n= " + phrase(QT_TRANSLATE_NOOP("core", "%1 B, each tensor rounded up to 512 B"), {grouped(line.bytes)});
        line.rounded = true;
        line.source = source_of(line.component, plan);
    }
}

} // namespace plimsoll

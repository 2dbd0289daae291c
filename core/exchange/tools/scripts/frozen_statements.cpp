// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/exchange/tools/scripts/frozen_statements.h"

#include "core/exchange/text/python_freezing.h"
#include "core/exchange/tools/key_reasons.h"
#include "core/ground/phrase.h"
#include "core/model/name_pattern.h"

#include <optional>
#include <string>
#include <vector>

namespace plimsoll {

namespace {

using nlohmann::json;

/// One entry of `trainable` as a pattern that is searched for.
std::string searched(const std::string &part)
{
    if (is_pattern(part)) return part.starts_with('^') ? part.substr(1) : ".*" + part;
    std::string out = R"((.*\.)?)";
    for (const char c : part) out.append(c == '.' ? "\\." : std::string(1, c));
    return out + R"(\.)";
}

std::string any_of(const std::vector<std::string> &parts)
{
    std::string out;
    for (const std::string &part : parts) out += (out.empty() ? "" : "|") + searched(part);
    return "(" + out + ")";
}

/// Statements one after another: what they leave.
class Left {
public:
    void set(const std::string &part, bool trains)
    {
        if (part.empty()) {
            m_all = trains;
            m_first.clear();
            m_then.clear();
        } else if (trains != m_all && m_then.empty()) {
            m_first.push_back(part);
        } else if (trains == m_all && !m_first.empty()) {
            m_then.push_back(part);
        } else if (trains != m_all) {
            m_known = false; // back and forth
        }
    }

    /// As `trainable`; null: everything trains. Nothing: no list says it.
    [[nodiscard]] std::optional<json> trainable() const
    {
        if (!m_known || (!m_all && m_first.empty())) return std::nullopt;
        if (m_first.empty()) return json();
        const json parts = m_then.empty() ? json(m_first) : json::array({"^(?!" + any_of(m_then) + ")" + any_of(m_first)});
        return m_all ? json{{"frozen", parts}} : parts;
    }

private:
    bool m_all = true, m_known = true;
    std::vector<std::string> m_first, m_then; ///< parts that are set otherwise than the whole, and out of them what is set back
};

int line_of_adapters(const ConfigText &text)
{
    for (const ConfigEntry &entry : text.entries)
        if (entry.scope == "get_peft_model") return entry.line;
    return 0;
}

/// Of a script that trains adapters: PEFT freezes the model itself; what is said behind it is said of adapters too.
void leave_to_adapters(ConfigReading &reading)
{
    const int wrapped = line_of_adapters(reading.text());
    for (const ConfigEntry &entry : reading.entries()) {
        if (entry.scope != freezing_scope) continue;
        if (wrapped == 0 || entry.line < wrapped)
            reading.no_effect(entry, phrase(QT_TRANSLATE_NOOP("core", "beside adapters the model's own parameters are frozen")));
        else
            reading.not_said(entry,
                             phrase(QT_TRANSLATE_NOOP("core", "plans train all adapters that there are, or leave them out")));
    }
}

} // namespace

void read_frozen_statements(ConfigReading &reading)
{
    Left left;
    bool any = false, known = true;
    for (const ConfigEntry &entry : reading.entries()) {
        if (entry.scope != freezing_scope) continue;
        any = true;
        known = known && !entry.unknown;
        if (!entry.unknown) left.set(entry.value["part"].get<std::string>(), entry.value["trains"].get<bool>());
    }
    if (!any) return;
    if (reading.plan().has("method") && reading.plan().method != Method::full) return leave_to_adapters(reading);
    const std::optional<json> trains = known ? left.trainable() : std::nullopt;
    const bool stated = trains && !trains->is_null() && reading.state("trainable", *trains);
    for (const ConfigEntry &entry : reading.entries()) {
        if (entry.scope != freezing_scope) continue;
        if (stated)
            reading.understood(entry, "trainable");
        else if (trains && trains->is_null())
            reading.no_effect(entry, phrase(QT_TRANSLATE_NOOP("core", "nothing is frozen that it could let train")));
        else
            reading.not_said(entry, reasons::of_shape.text());
    }
}

void read_processor(ConfigReading &reading)
{
    for (const ConfigEntry &entry : reading.entries())
        for (const std::string name : {"min_pixels", "max_pixels"}) {
            const bool member = entry.scope == "variable" && entry.key.ends_with("." + name);
            if ((!member && (entry.scope != "from_pretrained" || entry.key != name)) || !reading.is_open(entry)) continue;
            if (entry.unknown)
                reading.not_said(entry, reasons::of_shape.text());
            else
                reading.state(entry, "images." + name, entry.value);
        }
}

} // namespace plimsoll

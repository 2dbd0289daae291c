// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/markdown.h"
#include "core/report/writers.h"

namespace plimsoll::report {

namespace {

/// Each kind of block; those without a form here are left out.
struct Markdown {
    std::string operator()(const Heading &heading) const
    {
        return std::string(static_cast<std::size_t>(heading.level), '#') + ' ' + markdown_text(heading.text) + '\n';
    }

    std::string operator()(const Paragraph &paragraph) const
    {
        std::string out;
        for (const TextRun &part : paragraph.parts)
            out.append(out.empty() ? "" : " ").append(markdown_text(part.text, part.strong));
        return out + '\n';
    }

    std::string operator()(const Table &table) const { return table_to_markdown(table); }

    std::string operator()(const FoldedList &list) const
    {
        std::string out = "<details><summary>" + list.title + "</summary>\n\n";
        for (const std::string &item : list.items) out += "- " + markdown_text(item) + '\n';
        return out + "\n</details>\n";
    }

    std::string operator()(const Code &code) const { return "```\n" + code.text + "\n```\n"; }

    std::string operator()(const Picture &picture) const { return picture_element(picture); }
    std::string operator()(const Sheet &) const { return {}; }
    std::string operator()(const Record &) const { return {}; }
};

} // namespace

Result<std::string> write_markdown(const Document &document)
{
    std::string out;
    for (const Block &block : document.blocks)
        if (const std::string text = std::visit(Markdown(), block); !text.empty())
            out.append(out.empty() ? "" : "\n").append(text);
    return out;
}

} // namespace plimsoll::report

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/fit/advice.h"
#include "core/report/plan_answer.h"
#include "core/report/sheet.h"
#include "core/report/table.h"

#include <string>
#include <variant>
#include <vector>

namespace plimsoll {

/// What a report speaks of.
struct ReportInput {
    std::vector<PlanAnswer> answers; ///< at least one
    std::size_t selected = 0;        ///< whose breakdown and verdict stand first
    std::string command;             ///< that makes it again; empty: not said
    ByteUnit unit = ByteUnit::binary;
};

// The names of a report's parts are those of other things elsewhere: they have a namespace of their own.
namespace report {

// A report is a list of blocks, made once from answers. Each format is a writer over it (core/report/writers.h), which writes the
// blocks that it has a form for. Texts are plain, in the reader's language; writers escape them.

struct Heading {
    int level = 2; ///< from 1
    std::string text;
};
/// A paragraph; its parts stand a space apart.
struct Paragraph {
    std::vector<TextRun> parts;
};
/// A list that is folded where the format can.
struct FoldedList {
    std::string title;
    std::vector<std::string> items; ///< at least one
};
/// Lines that stand as they were typed.
struct Code {
    std::string text;
};
/// The sheet's chart as two files beside this one, for light and for dark paper.
struct Picture {
    std::string light, dark; ///< names of files
    std::string text;        ///< what it shows, in a sentence
};
/// Everything that was answered, for formats that programs read.
struct Record {
    ReportInput input;
    std::string citation;
};

using Block = std::variant<Heading, Paragraph, Table, FoldedList, Code, Picture, Sheet, Record>;

struct Document {
    std::string title; ///< "GPU memory: QLoRA nf4"
    std::vector<Block> blocks;
};

/// Answers as a report: verdict, scenario table with a verdict per card, breakdown that sums, configuration, the sentence to cite,
/// how to reproduce it, assumptions and warnings; the same as one sheet with its charts; and the answers as they are. `advice`
/// stands on the sheet where there is some.
[[nodiscard]] Document report_of(ReportInput input, const std::vector<Advice> &advice = {});

/// The first block of one kind; null where there is none.
template <class Kind>
[[nodiscard]] const Kind *block_of(const Document &document)
{
    for (const Block &block : document.blocks)
        if (const auto *found = std::get_if<Kind>(&block)) return found;
    return nullptr;
}

} // namespace report

} // namespace plimsoll

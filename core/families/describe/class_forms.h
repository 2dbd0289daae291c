// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/model/family.h"

#include <optional>
#include <string>
#include <string_view>

namespace plimsoll {

/// How another class of a model type differs from the one that its family describes: a paragraph of models/classes.txt
/// (models/families/README.md has the language).
struct ClassForm {
    std::string model_type;
    std::string main_class; ///< what the family describes
    std::string from, to;   ///< base module in main_class and here; empty: the model itself
    std::string_view lines; ///< what is left out and what is added
};

/// The paragraph of a class of transformers ("LlamaForSequenceClassification"), nothing where there is none.
[[nodiscard]] std::optional<ClassForm> find_class_form(std::string_view class_name);

/// Turns the tree of form.main_class in `draft` into that of `class_name`; its step is left out.
void take_class_form(const ClassForm &form, const std::string &class_name, const Config &config, Draft &draft);

/// Classes that a classifier tells apart: id2label's entries, else num_labels, else two.
[[nodiscard]] Count label_count(const Config &config);

} // namespace plimsoll

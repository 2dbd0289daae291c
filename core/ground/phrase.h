// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <initializer_list>
#include <string>
#include <string_view>

// Qt's own, so that lupdate finds the texts of core, which has no Qt. The scope is always "core".
#ifndef QT_TRANSLATE_NOOP
#define QT_TRANSLATE_NOOP(scope, x) x
#endif

// Texts of core that people read, in their language. The command line and JSON stay English: nobody gives them a language.
namespace plimsoll {

/// What core needs to know of a language. The default is English.
struct Language {
    /// The translation of an English text of context "core"; the text itself where there is none. Called from any thread.
    std::string (*translate)(const char *english) = nullptr;
    std::string decimal_point = ".";
    std::string group_separator = ",";
};

/// The language of every phrase from now on. Set it before other threads make phrases; texts made before keep theirs.
void set_language(Language language);

/// How often it was set: who keeps texts makes them again after another one.
[[nodiscard]] unsigned languages_set();

/// `english` in the reader's language with `values` in its places %1 to %9. Write it as
/// phrase(QT_TRANSLATE_NOOP("core", "Fits on %1: %2"), {card, sizes}): whole sentences, since word order differs between
/// languages. Names of plan fields, of libraries, files and papers are values, never parts of the text that is translated.
[[nodiscard]] std::string phrase(const char *english, std::initializer_list<std::string_view> values = {});

/// The same in English whatever the language: for what is read by programs.
[[nodiscard]] std::string phrase_in_english(const char *english, std::initializer_list<std::string_view> values = {});

/// A figure as core writes it ("1,234.5") as the reader's language does ("1.234,5"): for the values of phrases.
[[nodiscard]] std::string localised(std::string figure);

} // namespace plimsoll

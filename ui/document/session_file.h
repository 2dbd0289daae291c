// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/ground/result.h"
#include "core/plan/session.h"

#include <QString>

#include <optional>
#include <string>
#include <string_view>
#include <variant>

namespace plimsoll {

/// What a file that somebody opened or dropped turned out to be.
/// A session comes with what was odd in the file: fields that are ignored, or kept without being understood.
using OpenedFile = std::variant<ParsedSession, ModelReference>;

/// Reads a session (plimsoll.session/1), a plan (plimsoll.plan/1, a session of one scenario) or a model: its config.json, the
/// folder that holds one, a .safetensors or .gguf file.
/// Errors say what was read and what to do; nothing larger than 64 MiB is read.
[[nodiscard]] Result<OpenedFile> read_file(const QString &path);

/// Whether a text is JSON that says it is a session or a plan.
[[nodiscard]] bool is_session_text(const std::string &text);

/// Writes plimsoll.session/1 atomically.
[[nodiscard]] std::optional<Error> write_session(const Session &session, const QString &path);

/// Writes any bytes atomically; the error names the path and the system's reason.
[[nodiscard]] std::optional<Error> write_bytes(const QByteArray &bytes, const QString &path);

} // namespace plimsoll

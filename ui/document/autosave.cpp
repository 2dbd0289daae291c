// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/document/autosave.h"

namespace plimsoll {
namespace {

constexpr int delay_ms = 1000;

} // namespace

Autosave::Autosave(Document &document, QString folder, QObject *parent)
    : QObject(parent), m_document(document), m_folder(std::move(folder))
{
    if (m_folder.isEmpty()) return;
    m_soon.setSingleShot(true);
    m_soon.setInterval(delay_ms);
    connect(&m_soon, &QTimer::timeout, this, &Autosave::write_now);
    // Not started anew while it runs: typing without a pause is saved as well.
    const auto soon = [this] {
        if (!m_soon.isActive() && !m_done) m_soon.start();
    };
    connect(&m_document, &Document::changed, this, soon);
    connect(&m_document, &Document::file_changed, this, soon);
}

void Autosave::take_over(std::unique_ptr<SessionRecord> record) { m_record = std::move(record); }

std::unique_ptr<SessionRecord> Autosave::give_up()
{
    write_now();
    std::unique_ptr<SessionRecord> record = std::move(m_record);
    finish();
    return record;
}

void Autosave::write_now()
{
    if (m_folder.isEmpty() || m_done) return;
    if (!m_record) m_record = SessionRecord::make(m_folder);
    if (m_record) m_record->write({m_document.session(), m_document.path(), m_document.modified()});
}

void Autosave::leave()
{
    write_now();
    if (m_record) m_record->leave();
    finish();
}

void Autosave::close()
{
    if (m_document.modified()) write_now();
    if (m_record) m_document.modified() ? m_record->close() : m_record->remove();
    finish();
}

void Autosave::finish()
{
    m_record.reset(); // its lock goes with it
    m_soon.stop();
    m_done = true;
}

} // namespace plimsoll

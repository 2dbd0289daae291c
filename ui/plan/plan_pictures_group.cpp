// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/extension.h"
#include "core/model/tower_spec.h"
#include "core/resolve/gate.h"
#include "core/resolve/handed_pictures.h"
#include "core/resolve/runners.h"
#include "core/run/seen_pictures.h"
#include "ui/plan/plan_groups.h"

#include <QCoreApplication>

namespace plimsoll {
namespace {

constexpr int most_tiles = 256, most_in_row = 4096, most_side_pixels = 65536, most_picture_pixels = 1 << 30;
constexpr double longest_clip = 86400;

/// A context of its own, by which lupdate finds the strings of free functions.
struct PicturesWords {
    Q_DECLARE_TR_FUNCTIONS(PicturesGroup)
};

const DecoderExtension *around(const Estimate *estimate)
{
    const Architecture *architecture = estimate ? estimate->architecture.get() : nullptr;
    return architecture && architecture->decoder ? architecture->decoder->extension.get() : nullptr;
}

const TowerSpec *tower_of(const Estimate *estimate)
{
    const DecoderExtension *extension = around(estimate);
    return extension ? extension->tower.get() : nullptr;
}

bool cuts_tiles(const Estimate *estimate)
{
    const DecoderExtension *extension = around(estimate);
    return extension && extension->pictures && counts_tiles(*extension->pictures);
}

bool shows_videos(const Estimate *estimate)
{
    const DecoderExtension *extension = around(estimate);
    return extension && extension->tower && extension->videos;
}

/// "640 × 360: 20 frames, 2,990 tokens, 11,960 patches"; empty where no videos stand in a row, or their tokens are not known.
QString video_note(const FormValues &values)
{
    const auto count = [](Count value) { return QLocale().toString(static_cast<qlonglong>(value)); };
    if (values.resolved.video.per_row == 0 || !shows_videos(values.estimate)) return {};
    const Result<VideoTokens> made = video_tokens(*around(values.estimate)->videos, handed_video(values.resolved));
    if (!made) return {};
    return PicturesWords::tr("%1 × %2: %3 frames, %4 tokens, %5 patches")
        .arg(count(values.resolved.video.width), count(values.resolved.video.height), count(made->frames), count(made->tokens),
             count(made->steps * made->one.patches));
}

/// "1,024 × 768: 1,036 tokens, 4,144 patches"; empty where no pictures stand in a row, or their tokens are not known.
QString seen_note(const FormValues &values)
{
    const auto count = [](Count value) { return QLocale().toString(static_cast<qlonglong>(value)); };
    if (!values.estimate || !values.estimate->architecture) return {};
    if (values.resolved.video.per_row > 0) return video_note(values);
    const auto seen = step::seen_pictures(*values.estimate->architecture, values.resolved);
    if (!seen) return {};
    const QString one = PicturesWords::tr("%1 tokens, %2 patches").arg(count(seen->one.tokens), count(seen->one.patches));
    if (const TowerSpec *tower = tower_of(values.estimate); tower && tower->hears)
        return PicturesWords::tr("A clip: %1").arg(one);
    const QString size =
        PicturesWords::tr("%1 × %2: %3").arg(count(values.resolved.images.width), count(values.resolved.images.height), one);
    if (seen->per_row < 2) return size;
    return size + QLatin1Char('\n') +
           PicturesWords::tr("%1 tokens of a row are pictures").arg(count(seen->per_row * seen->one.tokens));
}

std::vector<FieldForm::Choice> what_of_part_trains()
{
    return {{"frozen", PicturesWords::tr("frozen")},
            {"trained", PicturesWords::tr("trained whole")},
            {"adapters", PicturesWords::tr("adapters in it")}};
}

struct PictureRows {
    QHBoxLayout *pictures, *size, *cap, *tiles, *videos, *frame, *length, *clips, *tower, *projector;
};

void add_video_rows(FieldForm &form, PictureRows &rows)
{
    rows.videos = form.add_row(PicturesWords::tr("Videos"), {"video.per_row"});
    form.add_count(rows.videos, PicturesWords::tr("Videos of a row"), "video.per_row", 0, most_in_row, CountBox::Steps::one);
    form.add_label(rows.videos, PicturesWords::tr("Frames"), {"video.frames"});
    form.add_optional_count(rows.videos, PicturesWords::tr("Frames that are taken of a video"), "video.frames", most_side_pixels,
                            CountBox::Steps::one);
    rows.frame = form.add_row(PicturesWords::tr("Width"), {"video.width"});
    form.add_count(rows.frame, PicturesWords::tr("Width of a frame in pixels"), "video.width", 1, most_side_pixels,
                   CountBox::Steps::hundred_twenty_eight);
    form.add_label(rows.frame, PicturesWords::tr("Height"), {"video.height"});
    form.add_count(rows.frame, PicturesWords::tr("Height of a frame in pixels"), "video.height", 1, most_side_pixels,
                   CountBox::Steps::hundred_twenty_eight);
    rows.length = form.add_row(PicturesWords::tr("Seconds"), {"video.seconds"});
    form.add_number(rows.length, PicturesWords::tr("Seconds of a video"), "video.seconds", 0.01, longest_clip, 1);
}

PictureRows add_picture_rows(FieldForm &form)
{
    PictureRows rows{};
    rows.pictures = form.add_row(PicturesWords::tr("Pictures"), {"images.per_row"});
    form.add_count(rows.pictures, PicturesWords::tr("Pictures of a row"), "images.per_row", 0, most_in_row, CountBox::Steps::one);
    rows.size = form.add_row(PicturesWords::tr("Width"), {"images.width"});
    form.add_count(rows.size, PicturesWords::tr("Width of a picture in pixels"), "images.width", 1, most_side_pixels,
                   CountBox::Steps::hundred_twenty_eight);
    form.add_label(rows.size, PicturesWords::tr("Height"), {"images.height"});
    form.add_count(rows.size, PicturesWords::tr("Height of a picture in pixels"), "images.height", 1, most_side_pixels,
                   CountBox::Steps::hundred_twenty_eight);
    rows.cap = form.add_row(PicturesWords::tr("At most"), {"images.max_pixels"});
    form.add_optional_count(rows.cap, PicturesWords::tr("Pixels that the processor leaves of a picture"), "images.max_pixels",
                            most_picture_pixels, CountBox::Steps::doubling)
        ->setSuffix(PicturesWords::tr(" pixels"));
    rows.tiles = form.add_row(PicturesWords::tr("Tiles"), {"images.max_tiles"});
    form.add_optional_count(rows.tiles, PicturesWords::tr("Tiles that the processor cuts a picture into at most"),
                            "images.max_tiles", most_tiles, CountBox::Steps::one);
    add_video_rows(form, rows);
    rows.clips = form.add_row(PicturesWords::tr("Clips"), {"audio.per_row"});
    form.add_count(rows.clips, PicturesWords::tr("Clips of sound in a row"), "audio.per_row", 0, most_in_row,
                   CountBox::Steps::one);
    form.add_label(rows.clips, PicturesWords::tr("Seconds"), {"audio.seconds"});
    form.add_number(rows.clips, PicturesWords::tr("Seconds of a clip"), "audio.seconds", 0.01, longest_clip, 1);
    rows.tower = form.add_row(PicturesWords::tr("Tower"), {"images.tower"});
    form.add_choice(rows.tower, PicturesWords::tr("What of the tower trains"), "images.tower", what_of_part_trains());
    rows.projector = form.add_row(PicturesWords::tr("Projector"), {"images.projector"});
    form.add_choice(rows.projector, PicturesWords::tr("What of the projector trains"), "images.projector", what_of_part_trains());
    return rows;
}

} // namespace

bool takes_pictures(const Estimate *estimate, const Plan &resolved)
{
    if (claims_memory(resolved)) return false; // an engine says itself what it takes of pictures
    return tower_of(estimate) != nullptr || resolved.reads_beside_text();
}

FieldForm *make_pictures_group(QWidget *parent)
{
    auto *form = new FieldForm(PicturesWords::tr("Input"), parent); // longer, it would push the fields aside
    const PictureRows rows = add_picture_rows(*form);
    QLabel *note = form->add_note();
    form->on_show([=](const FormValues &values) {
        const TowerSpec *tower = tower_of(values.estimate);
        const bool hears = tower && tower->hears, trains = values.resolved.task == Task::train;
        const auto shown = [&](const char *path) { return applies(path, values.resolved); };
        form->set_row_visible(rows.pictures, !hears);
        form->set_row_visible(rows.size, !hears && shown("images.width"));
        form->set_row_visible(rows.cap, !hears && shown("images.max_pixels"));
        form->set_row_visible(rows.tiles, !hears && shown("images.max_tiles") && cuts_tiles(values.estimate));
        const bool watches = shows_videos(values.estimate) || values.resolved.video.per_row > 0;
        form->set_row_visible(rows.videos, watches);
        form->set_row_visible(rows.frame, watches && shown("video.width"));
        form->set_row_visible(rows.length, watches && shown("video.seconds"));
        form->set_row_visible(rows.clips, hears);
        form->set_row_visible(rows.tower, trains && (shown("images.tower") || values.resolved.audio.per_row > 0));
        form->set_row_visible(rows.projector, trains && (shown("images.projector") || values.resolved.audio.per_row > 0));
        note->setText(seen_note(values));
        note->setVisible(!note->text().isEmpty());
    });
    return form;
}

} // namespace plimsoll

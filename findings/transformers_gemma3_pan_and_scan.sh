#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# transformers 5.23.0, Gemma3Processor: the default of the processor's class (do_pan_and_scan off) stands above the checkpoint's
# preprocessor_config.json. A file that switches pan and scan on is heard by the image processor alone, and not by the processor that
# holds this very image processor: the picture has a quarter of its tiles, and of its tokens, without a word.
# Expected: what the file says holds in both ways of asking; the call's argument stands above it.
# Seen:     of a picture of 1024 x 400, tiles: image processor 4, processor 1, processor called with do_pan_and_scan=True 4
# Exit status: 0 while this holds, 1 where the behaviour has changed.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" --quiet --disable-pip-version-check install torch==2.13.0 transformers==5.23.0 pillow==13.0.0
cat >"$folder/tiles.py" <<'PYTHON'
import sys
from PIL import Image
from tokenizers import Tokenizer, models, pre_tokenizers
from transformers import Gemma3ImageProcessorPil, Gemma3Processor, PreTrainedTokenizerFast

folder = sys.argv[1]
marks = {"boi_token": "<boi>", "eoi_token": "<eoi>", "image_token": "<soft>"}
words = Tokenizer(models.WordLevel({word: i for i, word in enumerate(["[UNK]", *marks.values()])}, unk_token="[UNK]"))
words.pre_tokenizer = pre_tokenizers.WhitespaceSplit()
tokenizer = PreTrainedTokenizerFast(tokenizer_object=words, unk_token="[UNK]", pad_token="[UNK]", extra_special_tokens=marks)
Gemma3ImageProcessorPil(do_pan_and_scan=True, pan_and_scan_min_crop_size=256, pan_and_scan_max_num_crops=4,
                        pan_and_scan_min_ratio_to_activate=1.2).save_pretrained(folder)  # preprocessor_config.json
alone = Gemma3ImageProcessorPil.from_pretrained(folder)
both = Gemma3Processor(image_processor=alone, tokenizer=tokenizer)
picture = Image.new("RGB", (1024, 400))
asked = {"images": picture, "text": "<boi>"}
print("seen:", len(alone(picture)["pixel_values"]), len(both(**asked)["pixel_values"]),
      len(both(**asked, do_pan_and_scan=True)["pixel_values"]))
PYTHON
seen=$("$folder/venv/bin/python" "$folder/tiles.py" "$folder" 2>/dev/null | grep '^seen:')
echo "$seen"
[ "$seen" = "seen: 4 1 4" ]

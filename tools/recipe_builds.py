# SPDX-License-Identifier: GPL-3.0-or-later
"""Builds a model type of transformers many times on the meta device and keeps what each build holds (for describe_family.py)."""
import copy
import dataclasses
import functools
import inspect
import os
import re
import signal
import time

os.environ.setdefault("CUDA_VISIBLE_DEVICES", "")
os.environ.setdefault("TRANSFORMERS_VERBOSITY", "error")
import torch  # noqa: E402
import transformers  # noqa: E402
from torch import nn  # noqa: E402
from transformers import PreTrainedConfig, PreTrainedModel  # noqa: E402
from transformers.models.auto import modeling_auto as auto  # noqa: E402
from transformers.models.auto.configuration_auto import CONFIG_MAPPING  # noqa: E402
from transformers.pytorch_utils import Conv1D  # noqa: E402

transformers.logging.set_verbosity(50)
LAYERS = ("num_hidden_layers", "num_layers", "n_layer", "n_layers", "depth", "encoder_layers", "decoder_layers", "num_decoder_layers",
          "num_encoder_layers", "encoder_num_layers")
# without these no configuration is read (core/model/config/assumed_sizes.cpp)
SIZES = ("hidden_size", "d_model", "n_embd", "dim", "vocab_size", "num_attention_heads", "n_head", "n_heads", "intermediate_size", "d_ff",
         "ffn_dim", "hidden_dim", "encoder_ffn_dim", "decoder_ffn_dim")
CLASSES = ("MODEL_FOR_IMAGE_TEXT_TO_TEXT", "MODEL_FOR_CAUSAL_LM", "MODEL_FOR_SEQ_TO_SEQ_CAUSAL_LM", "MODEL_FOR_MULTIMODAL_LM",
           "MODEL_FOR_SPEECH_SEQ_2_SEQ", "MODEL_FOR_MASKED_LM", "MODEL_FOR_OBJECT_DETECTION", "MODEL_FOR_UNIVERSAL_SEGMENTATION",
           "MODEL_FOR_INSTANCE_SEGMENTATION", "MODEL_FOR_ZERO_SHOT_OBJECT_DETECTION", "MODEL_FOR_MASK_GENERATION",
           "MODEL_FOR_DEPTH_ESTIMATION", "MODEL_FOR_KEYPOINT_DETECTION", "MODEL_FOR_IMAGE_MATTING", "MODEL_FOR_TEXT_TO_WAVEFORM",
           "MODEL_FOR_TEXT_TO_SPECTROGRAM", "MODEL_FOR_TIME_SERIES_PREDICTION", "MODEL")
ACTIVE = ("num_experts_per_tok", "num_experts_per_token", "moe_topk", "moe_top_k", "top_k", "moe_k", "num_selected_experts",
          "top_k_experts")
NOT_SHAPES = ("token_id", "token_index", "token_ids", "output_hidden_states", "return_dict", "chunk_size_feed_forward",
              "is_encoder_decoder", "problem_type", "transformers_version", "use_cache", "initializer_range", "_act", "_loss_coef",
              "id2label", "label2id", "dtype", "scaling_factor", "add_cross_attention", "is_decoder", "output_attentions")


class TooLong(Exception):
    pass


def _alarm(*_):
    raise TooLong()


signal.signal(signal.SIGALRM, _alarm)


def class_name_of(model_type):
    for group in CLASSES:
        names = getattr(auto, group + "_MAPPING_NAMES", {})
        if model_type in names:
            name = names[model_type]
            return name if isinstance(name, str) else name[0]
    raise SystemExit(f"{model_type}: transformers has no class for it")


def few_layers(config_class):
    out = {}
    for field in dataclasses.fields(config_class) if dataclasses.is_dataclass(config_class) else []:
        if field.name in LAYERS and isinstance(field.default, int):
            out[field.name] = min(field.default, 4)
        if field.name in SIZES and isinstance(field.default, int):
            out[field.name] = field.default
    for key, spec in (config_class.sub_configs or {}).items():
        inner = few_layers(getattr(spec, "config_class", spec)) if dataclasses.is_dataclass(getattr(spec, "config_class", spec)) else {}
        if inner:
            out[key] = inner
    return out


def value_of(config, name):
    """A key's value; of one that differs from layer to layer, which the class does not hand out, the one for all."""
    try:
        return getattr(config, name, None)
    except Exception:
        return vars(config).get(name)


def fields_of(config, prefix=""):
    """Flat keys with their values; objects inside are followed."""
    out = {}
    for field in dataclasses.fields(config) if dataclasses.is_dataclass(config) else []:
        if field.name.startswith("_") or field.name.endswith(NOT_SHAPES):
            continue
        value = value_of(config, field.name)
        if isinstance(value, PreTrainedConfig):
            out.update(fields_of(value, prefix + field.name + "."))
        elif value is None or isinstance(value, (bool, int, float, str)):
            out[prefix + field.name] = value
        elif isinstance(value, (list, tuple)) and len(value) < 300:
            out[prefix + field.name] = list(value)
    return out


def defaults_of(config, prefix=""):
    out = {}
    for field in dataclasses.fields(config) if dataclasses.is_dataclass(config) else []:
        value = value_of(config, field.name)
        if isinstance(value, PreTrainedConfig):
            out.update(defaults_of(value, prefix + field.name + "."))
        elif field.default is not dataclasses.MISSING:
            out[prefix + field.name] = field.default
    return out


@functools.cache
def texts_for(config_class, key):
    """The texts that the library's code compares a key with, or puts into it: kinds of layers, norms, poolings."""
    found = set()
    path = inspect.getfile(config_class)
    for name in (path, path.replace("configuration_", "modeling_")):
        source = open(name).read() if os.path.exists(name) else ""
        found |= set(re.findall(rf'\b{key}\b(?:\[\w+\])?\s*[!=]=\s*"([^"]+)"', source))
        told = re.findall(rf"self\.{key} = (.{{0,200}})|\b{key} \(`(.{{0,300}})", source, re.DOTALL)
        for block in (put or documented for put, documented in told):
            found |= set(re.findall(r'"(\w+)"', block.split("self.", 1)[0]))
    return sorted(found)


def is_bare(model_type):
    """Its recipe describes the model without a head, whose modules stand at the top: included as it is."""
    path = os.path.join(os.path.dirname(__file__), "../models/families", model_type + ".family")
    return os.path.exists(path) and any(line.startswith("class ") and line.rstrip().endswith("Model") for line in open(path))


def owner_of(config, key):
    for part in key.split(".")[:-1]:
        config = getattr(config, part)
    return type(config)


def changes(key, value, default, texts=()):
    last = key.rsplit(".", 1)[-1]
    if isinstance(value, str):
        yield from (text for text in texts if text != value)
    if isinstance(value, list) and value and all(isinstance(item, str) for item in value):
        for text in texts:
            yield [text if i % 2 else item for i, item in enumerate(value)]
    if last.startswith("rope") or "dropout" in last or last in ("initializer_range",):
        return
    if isinstance(value, bool):
        yield not value
    elif isinstance(value, int) and value > 0:
        if "kv_heads" in last or "key_value" in last or "kv_n_heads" in last:
            if value % 2 == 0:
                yield value // 2
            yield 1
        elif last in LAYERS or "layers" in last:
            yield value + 2
            yield value + 1
        else:
            yield value * 2
            if value < 3:
                yield value + 2
    elif isinstance(value, int):
        yield 2
        yield 3
    elif isinstance(value, float) and 0 < abs(value) < 64:
        yield value / 2
    elif value is None:
        if last == "head_dim":
            yield 48
        elif "num_key_value_heads" in last:
            yield 2
        elif "intermediate" in last or "ffn" in last or "inner" in last:
            yield 640
        elif "rank" in last or "window" in last or "size" in last or "dim" in last:
            yield 512
    elif isinstance(value, list) and value and all(isinstance(item, int) and not isinstance(item, bool) for item in value):
        yield [item * 2 for item in value]
    elif isinstance(value, list) and len({str(item) for item in value}) > 1 and all(isinstance(item, str) for item in value):
        yield value[::-1]
        yield value[1:] + value[:1]
    if default is None and isinstance(value, int) and not isinstance(value, bool) and value > 1:
        yield value * 3


class Build:
    def __init__(self, config, class_name):
        self.fields = fields_of(config)
        with torch.device("meta"):
            model = getattr(transformers, class_name)(config)
        model.tie_weights()
        self.model = model
        self.ties = dict(getattr(model, "all_tied_weights_keys", {}) or {})
        self.total = sum(p.numel() for p in model.parameters())
        self.buffer_bytes = sum(b.numel() * b.element_size() for b in model.buffers())
        self.modules = {}
        self.read(model, (), ())
        del self.model

    def read(self, module, path, indices):
        self.modules.setdefault(path, {})[indices] = (
            kind_of(module),
            {n: tuple(p.shape) for n, p in module._parameters.items() if p is not None},
            {n: (tuple(b.shape), b.dtype == torch.int64) for n, b in module._buffers.items() if b is not None})
        children = list(module.named_children())
        listed = isinstance(module, (nn.ModuleList, nn.Sequential)) and children and all(n.isdigit() for n, _ in children)
        alike = listed and (isinstance(module, nn.ModuleList) or (len(children) > 1 and len({type(c) for _, c in children}) == 1))
        for name, child in children:
            if alike:
                self.read(child, path + ("#",), indices + (int(name),))
            else:
                self.read(child, path + (name,), indices)


def kind_of(module):
    name = type(module).__name__
    if isinstance(module, Conv1D):
        return "conv1d"
    if isinstance(module, nn.Linear):
        return "linear"
    if isinstance(module, nn.Embedding):
        return "embedding"
    if isinstance(module, (nn.Conv1d, nn.Conv2d, nn.Conv3d, nn.ConvTranspose1d, nn.ConvTranspose2d, nn.ConvTranspose3d)):
        return "conv"
    if "Norm" in name:
        return "norm"
    return "experts" if "Experts" in name or any(p is not None and p.dim() == 3 for p in module._parameters.values()) and "Moe" in name else None


class Builds:
    """What all builds hold. A point is (number of the build, indices of the loops)."""

    def __init__(self, model_type, class_name=None, seconds=150, keys=None):
        self.model_type = model_type
        self.class_name = class_name or class_name_of(model_type)
        self.config_class = CONFIG_MAPPING[model_type]
        self.all = []
        self.base = keys or few_layers(self.config_class)
        if self.make(self.base, 60) is None:
            self.base = {}
            if self.make({}, 60) is None:
                raise SystemExit(f"{model_type}: does not build from its defaults")
        config = self.config_class.from_dict(copy.deepcopy(self.base))
        self.defaults = defaults_of(config)
        self.find_roles(config)
        start = time.time()
        for key, value in fields_of(config).items():
            texts = texts_for(owner_of(config, key), key.rsplit(".", 1)[-1])
            for other in changes(key, value, self.defaults.get(key), texts):
                if time.time() - start < seconds:
                    self.make(self.with_key(key, other), 10)
        self.merge_order()

    def with_key(self, key, value):
        out = copy.deepcopy(self.base)
        inner = out
        *path, last = key.split(".")
        for part in path:
            inner = inner.setdefault(part, {})
        inner[last] = value
        self.changed = key
        return out

    def make(self, keys, seconds):
        signal.alarm(seconds)
        try:
            build = Build(self.config_class.from_dict(copy.deepcopy(keys)), self.class_name)
            build.changed, build.keys = getattr(self, "changed", None), keys
            self.all.append(build)
            return build
        except Exception:  # a combination that the class refuses
            return None
        finally:
            signal.alarm(0)

    def find_roles(self, config):
        with torch.device("meta"):
            model = getattr(transformers, self.class_name)(copy.deepcopy(config))
        self.generates = isinstance(model, PreTrainedModel) and bool(model.can_generate())
        self.head, self.grafts = None, {}
        try:
            head = model.get_output_embeddings()
        except Exception:
            head = None
        for name, module in model.named_modules():
            if head is not None and module is head:
                self.head = name
            if name and isinstance(module, PreTrainedModel):
                self.graft(name, module, model.config)

    def graft(self, name, module, config):
        """A model inside that has a model type of its own is described by that one's recipe."""
        for key in config.sub_configs or {}:
            inner = value_of(config, key)
            own = isinstance(inner, PreTrainedConfig) and module.config is inner and inner.model_type in CONFIG_MAPPING
            names = auto.MODEL_MAPPING_NAMES.get(inner.model_type) if own else None
            path = tuple(name.split("."))
            if names and type(module).__name__ in ([names] if isinstance(names, str) else names) and not any(
                    path[: len(g)] == g for g in self.grafts):
                text = (inner.model_type in auto.MODEL_FOR_CAUSAL_LM_MAPPING_NAMES or "text" in key) and not is_bare(inner.model_type)
                self.grafts[path] = f"{'text' if text else 'include'} {key} else {inner.model_type}"

    def merge_order(self):
        self.order = []
        for build in self.all:
            previous = None
            for path in build.modules:
                if path and path not in self.order:
                    self.order.insert(self.order.index(previous) + 1 if previous in self.order else len(self.order), path)
                previous = path
        skipped = tuple(self.grafts)
        self.order = [p for p in self.order if not any(p[: len(g)] == g and len(p) > len(g) for g in skipped)]
        self.loops = {p for p in self.order if p[-1] == "#"}
        self.modules = {p for p in self.order if any(b.modules.get(p) and any(m[1] or m[2] for m in b.modules[p].values())
                                                      for b in self.all)}

    def at(self, path):
        """{point: (kind, tensors, buffers)}"""
        return {(n, i): m for n, b in enumerate(self.all) for i, m in b.modules.get(path, {}).items()}

    def points(self, path):
        return list(self.at(path))

    def present_points(self, path):
        return list(self.at(path))

    def parent_points(self, path):
        """Points at which the innermost loop around `path`, or the model, stands."""
        parent = path[:-1]
        while parent and parent[-1] != "#":
            parent = parent[:-1]
        return self.points(parent) if parent else [(n, ()) for n in range(len(self.all))]

    def present(self, path):
        here = set(self.points(path))
        parent = self.points(path[:-1])
        if path[-1] == "#":
            return {p: True for p in here}
        return {p: p in here for p in parent}

    def loop_counts(self, path):
        out = {p: 0 for p in self.points(path[:-1])}
        for n, indices in self.points(path):
            out[(n, indices[:-1])] = max(out.get((n, indices[:-1]), 0), indices[-1] + 1)
        return out

    def kind(self, path):
        kinds = {m[0] for m in self.at(path).values()}
        return kinds.pop() if len(kinds) == 1 else None

    def tensors(self, path, at=1):
        out = {}
        for point, module in self.at(path).items():
            for name, shape in module[at].items():
                out.setdefault(name, {})[point] = shape
        return out

    def buffers(self, path):
        return self.tensors(path, 2)

    def active_key(self):
        for key in self.all[0].fields:
            if key.rsplit(".", 1)[-1] in ACTIVE:
                return key
        return "# ? experts a token reaches #"

    def computed(self, key):
        """{point: value} in builds that leave `key` to the class, None where the class has a constant for it."""
        if self.defaults.get(key, 0) is not None or "." in key and key.split(".")[0] in ():
            return None
        values = {(n, ()): b.fields.get(key) for n, b in enumerate(self.all) if b.changed != key}
        if any(v is None or isinstance(v, (list, str)) for v in values.values()):
            return None
        return values

    def ties(self):
        out = {}
        for n, build in enumerate(self.all):
            for tied, source in build.ties.items():
                if not any(c.isdigit() for c in tied.split(".")):
                    out.setdefault((tied, source), {})[(n, ())] = True
        for present in out.values():
            for n in range(len(self.all)):
                present.setdefault((n, ()), False)
        return out

PADS = 16  # padding tokens at the end of the last row of a padded batch


class Tokens(torch.utils.data.Dataset):
    """Random tokens, each of which counts towards the loss."""

    def __init__(self, count, rows, length, vocabulary):
        self.count, self.rows, self.length, self.vocabulary = count, rows, length, vocabulary

    def __len__(self):
        return self.count

    def __getitem__(self, index):
        ids = torch.randint(0, self.vocabulary, (self.length,))
        mask, labels = torch.ones_like(ids), ids.clone()
        if PLAN["padded"] and (index + 1) % self.rows == 0:
            mask[-PADS:], labels[-PADS:] = 0, -100
        return {"input_ids": ids, "attention_mask": mask, "labels": labels}


def vocabulary(model):
    return model.config.get_text_config().vocab_size


def checkpointing():
    """(on, keywords of gradient_checkpointing_enable)"""
    wanted = PLAN["gradient_checkpointing"]
    if isinstance(wanted, dict) and "reentrant" in wanted:
        return True, {"use_reentrant": wanted["reentrant"]}
    return wanted is True, None

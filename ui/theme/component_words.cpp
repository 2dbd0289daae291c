// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/theme/component_words.h"

#include <QCoreApplication>

#include <array>

namespace plimsoll {

QString about_of(Component component)
{
    constexpr std::array<const char *, component_count> words{
        QT_TRANSLATE_NOOP("ComponentWords",
                          "The model itself, in the type that it is held in; what is packed to fewer bits and what is not."),
        QT_TRANSLATE_NOOP("ComponentWords",
                          "Copies of weights in the type that autocast computes with; they live through a pass."),
        QT_TRANSLATE_NOOP("ComponentWords", "Scales and zeros that packed weights are unpacked with."),
        QT_TRANSLATE_NOOP("ComponentWords", "Matrices that LoRA and its like train beside frozen weights."),
        QT_TRANSLATE_NOOP("ComponentWords",
                          "One number for each weight that trains, from the backward pass until the optimizer has stepped."),
        QT_TRANSLATE_NOOP(
            "ComponentWords",
            "What the optimizer remembers of each weight that trains, from the first step on: for AdamW two 32-bit numbers."),
        QT_TRANSLATE_NOOP("ComponentWords",
                          "What the layers' backward pass needs of their forward pass; it grows with batch and length."),
        QT_TRANSLATE_NOOP("ComponentWords", "Inputs of layers that are kept so that the layer can be run again."),
        QT_TRANSLATE_NOOP("ComponentWords", "What running a layer again makes, while its backward pass uses it."),
        QT_TRANSLATE_NOOP("ComponentWords", "Hidden states and attention weights that an extraction keeps."),
        QT_TRANSLATE_NOOP("ComponentWords",
                          "Scores of every word of the vocabulary for every token, with what the loss makes of them."),
        QT_TRANSLATE_NOOP("ComponentWords", "Keys and values of the tokens so far, of every sequence that is served."),
        QT_TRANSLATE_NOOP("ComponentWords", "Tensors that an operation makes on its way and lets go at once."),
        QT_TRANSLATE_NOOP("ComponentWords", "Room that kernels of cuBLAS and its like work in."),
        QT_TRANSLATE_NOOP("ComponentWords", "What ranks gather and send: whole weights of a unit, buckets of gradients."),
        QT_TRANSLATE_NOOP(
            "ComponentWords",
            "Memory that PyTorch holds of the card and no tensor uses: rests of blocks, and blocks kept for later."),
        QT_TRANSLATE_NOOP("ComponentWords",
                          "What a process takes of a card before any tensor: the driver's context, kernels, libraries.")};
    return QCoreApplication::translate("ComponentWords", words[static_cast<std::size_t>(component)]);
}

} // namespace plimsoll

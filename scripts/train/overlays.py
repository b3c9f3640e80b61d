"""Draws the overlays of document portraits: guilloches, holograms, kinegrams, printed patterns; and prints without them, which are no overlays.

A face is a chip as in covers.py. `overlaid` returns the chip with its label, which is computed from how much of the face the pattern changes.
"""

import cv2
import numpy as np

from covers import GRID, SIZE, filled, smooth_noise

# Held out from training.
HELD_OUT = ("rosette", "fan", "emblem")
KINDS = ("waves", "waves", "rainbow", "rainbow", "letters", "lines", "cells", "shapes")


def tint(rng):
    if rng.random() < 0.35:
        return np.full(3, rng.choice([0, 60, 200, 255, 255]), np.float32)
    hue = np.uint8([[[rng.integers(180), rng.integers(60, 255), rng.integers(120, 255)]]])
    return cv2.cvtColor(hue, cv2.COLOR_HSV2RGB)[0, 0].astype(np.float32)


def rainbow(rng):
    """Colors that change along a direction, like those of a grating."""
    x, y = GRID
    angle, step = rng.uniform(0, 2 * np.pi), rng.uniform(25, 160)
    phase = (x * np.cos(angle) + y * np.sin(angle)) / step + smooth_noise(rng, 3) * rng.uniform(0, 0.6)
    hue = ((phase % 1) * 179).astype(np.uint8)
    full = np.full_like(hue, int(rng.integers(90, 255)))
    return cv2.cvtColor(np.stack([hue, full, np.full_like(hue, 255)], axis=2), cv2.COLOR_HSV2RGB).astype(np.float32)


def thin(rng, at, step):
    """Lines where a value is a multiple of the step, with soft edges."""
    width = rng.uniform(0.12, 0.45)
    away = np.abs((at / step) % 1 - 0.5) * 2
    return np.clip((away - (1 - width)) / max(1.5 / step, 0.15) + 0.5, 0, 1)


def waves(rng):
    x, y = GRID
    alpha = np.zeros((SIZE, SIZE), np.float32)
    for _ in range(int(rng.integers(1, 4))):
        angle = rng.uniform(0, np.pi)
        along, across = x * np.cos(angle) + y * np.sin(angle), y * np.cos(angle) - x * np.sin(angle)
        bent = across + rng.uniform(1, 12) * np.sin(along / rng.uniform(4, 25) + rng.uniform(0, 6)) + rng.uniform(0, 5) * np.sin(along / rng.uniform(3, 9))
        alpha = np.maximum(alpha, thin(rng, bent, rng.uniform(2.5, 11)))
    return alpha


def lines(rng):
    x, y = GRID
    alpha = np.zeros((SIZE, SIZE), np.float32)
    for _ in range(int(rng.integers(1, 3))):
        angle = rng.uniform(0, np.pi)
        alpha = np.maximum(alpha, thin(rng, x * np.cos(angle) + y * np.sin(angle), rng.uniform(2.5, 12)))
    return alpha


def cells(rng):
    x, y = GRID
    step = rng.uniform(5, 24)
    angle = rng.uniform(0, np.pi)
    u, v = x * np.cos(angle) + y * np.sin(angle), y * np.cos(angle) - x * np.sin(angle)
    u = u + (np.floor(v / step) % 2) * step / 2
    radius = np.hypot((u % step) - step / 2, (v % step) - step / 2)
    return thin(rng, radius, step * rng.uniform(0.2, 0.5)) if rng.random() < 0.5 else (radius < step * rng.uniform(0.2, 0.42)).astype(np.float32)


def letters(rng):
    alpha = np.zeros((SIZE * 2, SIZE * 2), np.uint8)
    size, word = rng.uniform(0.25, 0.9), "".join(chr(rng.integers(65, 91)) for _ in range(int(rng.integers(2, 9))))
    (width, height), _ = cv2.getTextSize(word, int(rng.integers(0, 5)), size, 1)
    shift = 0
    for top in range(0, SIZE * 2 + height, int(height * rng.uniform(1.3, 2.6)) + 1):
        for left in range(-width, SIZE * 2, int(width * 1.15) + 4):
            cv2.putText(alpha, word, (left + shift, top), cv2.FONT_HERSHEY_SIMPLEX, size, 255, int(rng.integers(1, 3)), cv2.LINE_AA)
        shift = (shift + width // 3) % width
    turn = cv2.getRotationMatrix2D((SIZE, SIZE), rng.uniform(-60, 60), 1)
    return cv2.warpAffine(alpha, turn, (SIZE * 2, SIZE * 2))[48 : 48 + SIZE, 48 : 48 + SIZE].astype(np.float32) / 255


def shapes(rng):
    """A few large outlines: coats of arms, maps, birds."""
    alpha = np.zeros((SIZE, SIZE), np.uint8)
    for _ in range(int(rng.integers(1, 5))):
        middle, count = rng.uniform(15, 80, 2), int(rng.integers(3, 14))
        turns = np.sort(rng.uniform(0, 2 * np.pi, count))
        ring = middle + (rng.uniform(8, 42) * rng.uniform(0.5, 1, (count, 1))) * np.stack([np.cos(turns), np.sin(turns)], axis=1)
        if rng.random() < 0.5:
            cv2.fillPoly(alpha, [np.round(ring).astype(np.int32)], int(rng.integers(120, 255)))
        cv2.polylines(alpha, [np.round(ring).astype(np.int32)], True, 255, int(rng.integers(1, 3)), cv2.LINE_AA)
    return alpha.astype(np.float32) / 255


def rosette(rng):
    alpha = np.zeros((SIZE, SIZE), np.uint8)
    middle, turns = rng.uniform(20, 76, 2), np.linspace(0, 2 * np.pi, 700)
    for _ in range(int(rng.integers(2, 7))):
        radius = rng.uniform(12, 46) * (0.65 + 0.35 * np.sin(turns * int(rng.integers(5, 24)) + rng.uniform(0, 6)))
        ring = middle + radius[:, None] * np.stack([np.cos(turns), np.sin(turns)], axis=1)
        cv2.polylines(alpha, [np.round(ring * 8).astype(np.int32)], True, 255, 1, cv2.LINE_AA, 3)
    return alpha.astype(np.float32) / 255


def fan(rng):
    x, y = GRID
    middle = rng.uniform(-10, 106, 2)
    angle, radius = np.arctan2(y - middle[1], x - middle[0]), np.hypot(x - middle[0], y - middle[1])
    rays = thin(rng, angle, 2 * np.pi / int(rng.integers(24, 90)))
    return np.maximum(rays, thin(rng, radius, rng.uniform(4, 14))) if rng.random() < 0.5 else rays


def emblem(rng):
    alpha = np.zeros((SIZE, SIZE), np.uint8)
    step = int(rng.integers(14, 34))
    for i, top in enumerate(range(-step, SIZE + step, step)):
        for left in range(-step, SIZE + step, step):
            turns = np.arange(10) * np.pi / 5 + 0.3
            radius = np.where(np.arange(10) % 2 == 0, 0.42, 0.18)[:, None] * step
            star = [left + (i % 2) * step / 2, top] + radius * np.stack([np.cos(turns), np.sin(turns)], axis=1)
            cv2.fillPoly(alpha, [np.round(star * 8).astype(np.int32)], 255, cv2.LINE_AA, 3)
    return alpha.astype(np.float32) / 255


DRAWN = {"waves": waves, "rainbow": None, "letters": letters, "lines": lines, "cells": cells, "shapes": shapes, "rosette": rosette, "fan": fan, "emblem": emblem}
BASES = ("waves", "letters", "lines", "cells", "shapes")


def overlaid(chip, p, rng, kind):
    """@returns the chip, and its label: 1 if the pattern changes the face clearly, 0 if hardly, None in between"""
    base = kind if kind != "rainbow" else BASES[int(rng.integers(len(BASES)))]
    alpha = DRAWN[base](rng)
    is_hologram = kind == "rainbow" or rng.random() < 0.35
    colors = rainbow(rng) if is_hologram else tint(rng)
    if is_hologram and rng.random() < 0.6:  # a sheen between the lines as well
        alpha = np.clip(alpha + rng.uniform(0, 0.5), 0, 1)
    if rng.random() < 0.4:  # over a part of the picture only, as from a patch or the direction of light
        alpha = alpha * np.clip((smooth_noise(rng, int(rng.integers(2, 4))) - rng.uniform(0.2, 0.5)) * rng.uniform(2, 10), 0, 1)
    alpha = np.clip(alpha, 0, 1)[..., None] * np.float32(rng.uniform(0.1, 0.75))
    if is_hologram and rng.random() < 0.5:
        seen = 255 - (255 - chip) * (1 - alpha * colors / 255)  # added light
    else:
        seen = chip + (colors - chip) * alpha
    face = cv2.erode(filled(np.vstack([p[0:17], p[26:16:-1]])), np.ones((3, 3), np.uint8)) > 0
    change = cv2.GaussianBlur(seen - chip, (0, 0), 0.7)
    # Removes differences that are uniform over an area, which come from light.
    change = np.abs(change - cv2.GaussianBlur(change, (0, 0), 8)).max(axis=2)[face]
    strength, share = float(np.sqrt((change**2).mean())), float((change > 8).mean())
    label = 1 if strength > 9 and share > 0.15 else 0 if strength < 2.5 else None
    return np.clip(seen, 0, 255).astype(np.float32), label


def printed(chip, rng):
    """A print, scanned or photographed: dots, fewer tones, paper. Not an overlay."""
    x, y = GRID
    if rng.random() < 0.5:
        step = rng.uniform(1.6, 3)
        screen = np.sin((x + y) * np.pi / step) * np.sin((x - y) * np.pi / step)
        chip = chip + screen[..., None].astype(np.float32) * np.float32(rng.uniform(2, 14))
    if rng.random() < 0.5:
        levels = rng.uniform(6, 24)
        chip = np.round(chip / 255 * levels) / levels * 255
    paper = np.float32([rng.uniform(225, 255), rng.uniform(220, 255), rng.uniform(200, 255)]) / 255
    contrast = np.float32(rng.uniform(0.55, 1))
    return (np.clip(chip, 0, 255) * contrast + 255 * (1 - contrast) * np.float32(rng.uniform(0.2, 0.9))) * paper

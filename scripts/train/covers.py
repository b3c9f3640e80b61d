"""Covers drawn on faces: masks, scarves, hands, sleeves, phones, cups, sunglasses.

Also things that are not covers: beards, hair, glasses, scarves around the face.

A face is a chip of 96 pixels cut by scripts/train/faces.ts: level, centered between eyes and mouth, four times as wide as the distance from the eyes
to the mouth. That distance is the unit of lengths below. `drawn` returns the chip with its labels, which are computed from what the cover hides.
"""

import cv2
import numpy as np

SIZE = 96
UNIT = 24  # pixels from the eyes to the mouth
GRID = np.mgrid[0:SIZE, 0:SIZE].astype(np.float32)[::-1]  # x, y

# Held out from training.
HELD_OUT_TEXTURES = ("tartan", "camouflage", "zigzag")
TEXTURES = ("plain", "plain", "stripes", "noise", "dots", "knit", "photo", "photo")


def smooth_noise(rng, cells):
    return cv2.resize(rng.random((cells, cells), np.float32), (SIZE, SIZE), interpolation=cv2.INTER_CUBIC)


def color(rng):
    kind = rng.random()
    if kind < 0.25:  # most masks: white and light blue
        return np.array([rng.uniform(150, 250)] * 3, np.float32) + rng.uniform([-45, -15, 0], [5, 5, 15]).astype(np.float32)
    if kind < 0.5:  # black, gray, navy
        return np.array([rng.uniform(5, 90)] * 3, np.float32) + rng.uniform(0, 20, 3).astype(np.float32)
    if kind < 0.62:  # similar to skin: beige, brown, pink
        return (np.array([225, 175, 145], np.float32) * rng.uniform(0.35, 1.1)) + rng.uniform(-20, 20, 3).astype(np.float32)
    return rng.uniform(0, 255, 3).astype(np.float32)


def texture(rng, kind, photos):
    """Cloth, paper or another material, at a random angle."""
    one, other = color(rng), color(rng)
    x, y = GRID
    angle = rng.uniform(0, np.pi)
    along, across = x * np.cos(angle) + y * np.sin(angle), y * np.cos(angle) - x * np.sin(angle)
    step = rng.uniform(2, 12)
    if kind == "plain":
        mix = smooth_noise(rng, 4) * rng.uniform(0, 0.15)
    elif kind == "stripes":
        mix = (np.sin(along / step * np.pi) > rng.uniform(-0.5, 0.5)).astype(np.float32)
    elif kind == "noise":
        mix = np.clip(smooth_noise(rng, int(rng.integers(6, 60))), 0, 1)
    elif kind == "dots":
        mix = (np.sin(along / step * np.pi) * np.sin(across / step * np.pi) > rng.uniform(0.3, 0.7)).astype(np.float32)
    elif kind == "knit":
        mix = 0.3 + 0.3 * np.sin(along + 2 * np.sin(across / 1.5)) + 0.2 * rng.random((SIZE, SIZE), np.float32)
        other = one * 0.5
    elif kind == "tartan":
        mix = 0.5 * (np.sin(along / step * np.pi) > 0.2) + 0.5 * (np.sin(across / step * np.pi) > 0.2)
    elif kind == "camouflage":
        mix = np.round(np.clip(smooth_noise(rng, 9), 0, 1) * 3) / 3
    elif kind == "zigzag":
        mix = (np.sin((along + np.abs(across % (2 * step) - step)) / step * np.pi) > 0).astype(np.float32)
    else:
        photo = photos[rng.integers(len(photos))]
        side = int(rng.integers(14, 32))
        top, left = rng.integers(0, [SIZE - side, SIZE - side])
        # A patch from a corner, where there is no face.
        left = left if left < 20 or left > SIZE - side - 20 else 0
        part = cv2.resize(photo[top : top + side, left : left + side], (SIZE, SIZE), interpolation=cv2.INTER_CUBIC)
        return part.astype(np.float32)
    return one + (other - one) * np.asarray(mix, np.float32)[..., None]


def folds(rng):
    x, y = GRID
    angle = rng.uniform(0, np.pi)
    wave = x * np.cos(angle) + y * np.sin(angle) + 15 * smooth_noise(rng, 4)
    return 1 + rng.uniform(0, 0.25) * np.sin(wave / rng.uniform(2, 10)) + rng.uniform(-0.3, 0.3) * (x - SIZE / 2) / SIZE


def filled(points):
    alpha = np.zeros((SIZE, SIZE), np.uint8)
    cv2.fillPoly(alpha, [np.round(points).astype(np.int32)], 255)
    return alpha


def rounded(alpha, rng, most=4):
    """Rounds the corners."""
    side = int(rng.integers(1, most)) * 2 + 1
    return (cv2.GaussianBlur(alpha, (side, side), 0) > 127).astype(np.uint8) * 255


def curve(points, steps=8):
    """A Catmull-Rom spline through the points."""
    p = np.asarray(points, np.float32)
    p = np.vstack([2 * p[0] - p[1], p, 2 * p[-1] - p[-2]])
    t = np.linspace(0, 1, steps, endpoint=False)[:, None]
    pieces = [
        0.5 * (2 * p[i + 1] + (p[i + 2] - p[i]) * t + (2 * p[i] - 5 * p[i + 1] + 4 * p[i + 2] - p[i + 3]) * t**2
               + (3 * p[i + 1] - p[i] - 3 * p[i + 2] + p[i + 3]) * t**3)
        for i in range(len(p) - 3)
    ]
    return np.vstack([*pieces, p[-2]])


def between(points, at):
    low = int(np.floor(at))
    return points[low] + (points[min(low + 1, len(points) - 1)] - points[low]) * (at - low)


def grey_of(chip):
    return cv2.cvtColor(chip, cv2.COLOR_RGB2GRAY)


def light_of(chip):
    """The coarse light on the face: covers are lit in the same way."""
    luma = cv2.resize(cv2.blur(cv2.resize(grey_of(chip), (24, 24), interpolation=cv2.INTER_AREA), (5, 5)), (SIZE, SIZE))
    return luma / max(float(luma[30:70, 30:70].mean()), 1)


def skin_of(chip, points, rng):
    at = points[[2, 14][int(rng.integers(2))]] * 0.5 + points[30] * 0.5
    x, y = np.clip(at.astype(int), 4, SIZE - 5)
    return chip[y - 3 : y + 4, x - 3 : x + 4].reshape(-1, 3).mean(axis=0).astype(np.float32)


def paint(chip, alpha, pixels, rng, lit=True, opaque=1.0):
    soft = cv2.GaussianBlur(alpha, (3, 3), rng.uniform(0.3, 0.7)).astype(np.float32)[..., None] * np.float32(opaque / 255)
    if lit:
        bright = float(np.clip(chip[30:70, 30:70].mean() / 140, 0.25, 1.3))
        pixels = pixels * (1 + (light_of(chip)[..., None] - 1) * rng.uniform(0, 1)) * (1 + (bright - 1) * rng.uniform(0.3, 1))
    if rng.random() < 0.5:  # its shadow on the face
        dark = cv2.blur(alpha, (5, 5)).astype(np.float32)[..., None] / 255
        chip = chip * (1 - dark * rng.uniform(0, 0.5))
    return (chip + (np.clip(pixels, 0, 255) - chip) * soft).astype(np.float32)


def cloth(rng, photos, textures):
    return texture(rng, textures[rng.integers(len(textures))], photos) * folds(rng)[..., None]


def mask_color(rng):
    return np.full(3, rng.uniform(190, 265), np.float32) + rng.uniform(-12, 8, 3).astype(np.float32) if rng.random() < 0.4 else color(rng)


def mask(chip, p, rng, photos, textures, where):
    middle = p[30]
    if where == "chin":  # pulled down
        top, side = between(p, rng.uniform(57, 57.4)) * 0.3 + p[8] * 0.7, rng.uniform(4.5, 5.5)
    elif where == "low":  # nose uncovered
        top, side = p[33] * 0.7 + p[51] * 0.3, rng.uniform(2.5, 3.5)
    else:
        top, side = between(p, rng.uniform(27.8, 29.8)), rng.uniform(1.2, 3)
    left, right = between(p, side), between(p, 16 - side)
    out = rng.uniform(1.0, 1.22)
    jaw = np.array([middle + (between(p, i) - middle) * np.array([rng.uniform(0.97, 1.06), out]) for i in np.linspace(16 - side, side, 9)])
    sag = np.array([0, rng.uniform(-1, 5)])
    edge = curve([left, (left + top) / 2 + sag, top, (right + top) / 2 + sag, right])
    alpha = filled(np.vstack([edge, curve(jaw)]))
    style = rng.random()
    if style < 0.45:  # surgical: one color, pleats
        pixels = np.zeros((SIZE, SIZE, 3), np.float32) + mask_color(rng)
        for at in np.linspace(0.25, 0.8, int(rng.integers(2, 5))):
            y = top[1] + (jaw[4][1] - top[1]) * at
            dark = np.abs(GRID[1] - y - 4 * ((GRID[0] - middle[0]) / 25) ** 2 * rng.uniform(-1, 1)) < rng.uniform(0.4, 0.9)
            pixels *= np.where(dark, rng.uniform(0.75, 0.95), 1)[..., None]
        pixels = pixels * folds(rng)[..., None]
    elif style < 0.65:  # moulded, with a seam
        pixels = (np.zeros((SIZE, SIZE, 3), np.float32) + mask_color(rng)) * folds(rng)[..., None]
        seam = np.abs(GRID[0] - middle[0] + (GRID[1] - middle[1]) * rng.uniform(-0.15, 0.15))
        pixels *= (1 - rng.uniform(0.05, 0.3) * np.exp(-seam / rng.uniform(0.5, 1.5)))[..., None]
        pixels *= (1.1 - seam / 70)[..., None]
    else:
        pixels = cloth(rng, photos, textures)
    if rng.random() < 0.8:  # straps
        shade = color(rng) if rng.random() < 0.3 else pixels.reshape(-1, 3).mean(axis=0)
        straps = np.zeros((SIZE, SIZE), np.uint8)
        for corner, way in ((left, -1), (right, 1)):
            ends = corner + np.array([way * rng.uniform(8, 15), rng.uniform(-8, 2)])
            cv2.line(straps, tuple(corner.astype(int).tolist()), tuple(ends.astype(int).tolist()), 255, int(rng.integers(1, 3)))
        chip = paint(chip, straps, np.zeros_like(chip) + shade, rng)
    chip = paint(chip, alpha, pixels, rng)
    if rng.random() < 0.15:
        valve = np.zeros((SIZE, SIZE), np.uint8)
        at = (p[48] if rng.random() < 0.5 else p[54]) + rng.uniform(-3, 3, 2)
        cv2.circle(valve, tuple(at.astype(int).tolist()), int(rng.integers(3, 6)), 255, -1)
        chip = paint(chip, valve, np.zeros_like(chip) + color(rng), rng)
    return chip, alpha


def scarf(chip, p, rng, photos, textures, where):
    top = p[8][1] + rng.uniform(2, 12) if where == "neck" else p[30][1] + rng.uniform(-6, 5)
    xs = np.linspace(-5, SIZE + 5, 7)
    line = np.stack([xs, top + rng.uniform(-2.5, 2.5, 7) - np.abs(xs - p[30][0]) * rng.uniform(-0.1, 0.35)], axis=1)
    alpha = filled(np.vstack([curve(line), [[SIZE + 10, SIZE + 10], [-10, SIZE + 10]]]))
    return paint(chip, alpha, cloth(rng, photos, textures), rng), alpha


def hand(chip, p, rng, at, skin=None):
    if skin is None:
        skin = skin_of(chip, p, rng) * rng.uniform(0.75, 1.2) + rng.uniform(-12, 12, 3)
    angle = rng.uniform(0, 2 * np.pi)
    way, beside = np.array([np.cos(angle), np.sin(angle)]), np.array([-np.sin(angle), np.cos(angle)])
    wide = UNIT * rng.uniform(0.22, 0.34)
    count = int(rng.integers(3, 5))
    alpha, shade = np.zeros((SIZE, SIZE), np.uint8), np.ones((SIZE, SIZE), np.float32)
    reach = UNIT * rng.uniform(0.2, 1.0)
    for i in rng.permutation(count):
        off = (i - (count - 1) / 2) * wide * rng.uniform(0.86, 1.0)
        tip = at + way * (reach + UNIT * rng.uniform(-0.15, 0.1) - abs(off) * 0.25) + beside * off * rng.uniform(0.95, 1.15)
        root = at - way * UNIT * rng.uniform(0.7, 1.0) + beside * off * 0.9
        one = np.zeros((SIZE, SIZE), np.uint8)
        cv2.line(one, tuple(tip.astype(int).tolist()), tuple(root.astype(int).tolist()), 255, max(int(wide), 3))
        deep = cv2.distanceTransform(one, cv2.DIST_L2, 3) / (wide / 2)
        shade = np.where(one > 0, rng.uniform(0.45, 0.75) + 0.4 * np.clip(deep, 0, 1) ** 0.5, shade)
        if rng.random() < 0.4:
            nail = tuple((tip - way * wide * 0.1).astype(int).tolist())
            cv2.ellipse(shade, nail, (max(int(wide * 0.28), 1), max(int(wide * 0.2), 1)), np.degrees(angle), 0, 360, 1.15, -1)
        for joint in (0.35, 0.65):
            knuckle = tip + (root - tip) * joint
            cv2.line(shade, tuple((knuckle - beside * wide * 0.3).astype(int).tolist()), tuple((knuckle + beside * wide * 0.3).astype(int).tolist()), 0.82, 1)
        alpha = np.maximum(alpha, one)
    palm = np.zeros((SIZE, SIZE), np.uint8)
    centre = at - way * UNIT * rng.uniform(0.9, 1.4)
    cv2.ellipse(palm, tuple(centre.astype(int).tolist()), (int(UNIT * 0.75), int(wide * count * 0.6)), np.degrees(angle), 0, 360, 255, -1)
    cv2.line(palm, tuple(centre.astype(int).tolist()), tuple((centre - way * 75).astype(int).tolist()), 255, int(wide * count * 0.8))
    deep = cv2.distanceTransform(palm, cv2.DIST_L2, 3)
    shade = np.where((palm > 0) & (alpha == 0), 0.7 + 0.3 * np.clip(deep / 8, 0, 1), shade)
    alpha = np.maximum(alpha, palm)
    pixels = skin * (shade * (1 + 0.12 * (smooth_noise(rng, 12) - 0.5)) * (1 + 0.06 * rng.standard_normal((SIZE, SIZE), np.float32)))[..., None]
    return paint(chip, alpha, pixels, rng), alpha


def band(chip, p, rng, photos, textures, at):
    """A sleeve, an arm or a blindfold."""
    angle = rng.uniform(-0.6, 0.6) + (np.pi / 2 if rng.random() < 0.15 else 0)
    way = np.array([np.cos(angle), np.sin(angle)]) * 80
    wide = UNIT * rng.uniform(0.55, 1.3)
    beside = np.array([-way[1], way[0]]) / 80 * wide / 2
    start = at - way * (1 if rng.random() < 0.7 else rng.uniform(0.25, 0.4))
    alpha = rounded(filled(np.array([start - beside, at + way - beside, at + way + beside, start + beside])), rng)
    if rng.random() < 0.3:
        skin = skin_of(chip, p, rng) * rng.uniform(0.75, 1.2) + rng.uniform(-12, 12, 3)
        deep = np.clip(cv2.distanceTransform(alpha, cv2.DIST_L2, 3) / (wide / 2), 0, 1)
        pixels = skin * (0.6 + 0.4 * deep**0.5 + 0.1 * (smooth_noise(rng, 10) - 0.5))[..., None]
    else:
        pixels = cloth(rng, photos, textures)
    return paint(chip, alpha, pixels, rng), alpha


def box(chip, p, rng, photos, textures, at):
    """A phone, a card, a sheet of paper or a book."""
    angle, half = rng.uniform(-0.5, 0.5) + (np.pi / 2 if rng.random() < 0.4 else 0), UNIT * rng.uniform([0.55, 0.45], [1.3, 0.8])
    turn = np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
    corners = (np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) * half) @ turn.T + at
    alpha = rounded(filled(corners), rng)
    pixels = texture(rng, textures[rng.integers(len(textures))], photos)
    chip = paint(chip, alpha, pixels * rng.uniform(0.9, 1.1), rng)
    if rng.random() < 0.5:  # lenses
        dots = np.zeros((SIZE, SIZE), np.uint8)
        for _ in range(int(rng.integers(1, 4))):
            spot = at + (rng.uniform(-0.8, 0.8, 2) * half) @ turn.T
            cv2.circle(dots, tuple(spot.astype(int).tolist()), int(rng.integers(1, 4)), 255, -1)
        chip = paint(chip, np.minimum(dots, alpha), np.zeros_like(chip) + rng.uniform(0, 60), rng)
    return chip, alpha


def cup(chip, p, rng, photos, textures, at):
    wide, high = UNIT * rng.uniform(0.45, 0.75), UNIT * rng.uniform(0.7, 1.2)
    lean = rng.uniform(-0.2, 0.2) * UNIT
    top = at + np.array([0, -UNIT * rng.uniform(0.2, 0.45)])
    corners = [top + [-wide, 0], top + [wide, 0], top + [wide * 0.75 + lean, high * 1.6], top + [-wide * 0.75 + lean, high * 1.6]]
    alpha = filled(np.array(corners))
    cv2.ellipse(alpha, tuple(top.astype(int).tolist()), (int(wide), int(wide * 0.25)), 0, 0, 360, 255, -1)
    shade = 1.1 - np.abs(GRID[0] - at[0]) / wide * 0.35
    return paint(chip, alpha, texture(rng, textures[rng.integers(len(textures))], photos) * shade[..., None], rng), alpha


def glasses(chip, p, rng, dark):
    """@param dark opacity of the lenses, 0 to 1"""
    left, right = p[36:42].mean(axis=0), p[42:48].mean(axis=0)
    apart = np.linalg.norm(right - left)
    half = apart * np.array([rng.uniform(0.3, 0.48), rng.uniform(0.2, 0.42)])
    lenses, frame = np.zeros((SIZE, SIZE), np.uint8), np.zeros((SIZE, SIZE), np.uint8)
    thick = int(rng.integers(1, 4)) if rng.random() < 0.85 else 0
    drop = rng.uniform(-0.03, 0.14) * apart
    power = rng.uniform(2, 5)
    t = np.linspace(0, 2 * np.pi, 40)
    ring = np.stack([np.sign(np.cos(t)) * np.abs(np.cos(t)) ** (2 / power), np.sign(np.sin(t)) * np.abs(np.sin(t)) ** (2 / power)], axis=1)
    slant = rng.uniform(-0.15, 0.25)
    for centre, way in ((left, -1), (right, 1)):
        outline = ring * half
        outline[:, 1] += outline[:, 0] * way * -slant * np.where(outline[:, 1] > 0, 1, 0.3)
        outline = np.round(outline + centre + [way * apart * rng.uniform(0.0, 0.04), drop]).astype(np.int32)
        cv2.fillPoly(lenses, [outline], 255)
        if thick:
            cv2.polylines(frame, [outline], True, 255, thick)
    y = (left[1] + right[1]) / 2 + drop - half[1] * rng.uniform(0, 0.5)
    cv2.line(frame, (int(left[0] + half[0]), int(y)), (int(right[0] - half[0]), int(y)), 255, max(thick, 1))
    for centre, side, way in ((left, p[0], -1), (right, p[16], 1)):
        cv2.line(frame, (int(centre[0] + way * half[0]), int(y)), (int(side[0] + way * 2), int(y + rng.uniform(-1.5, 2.5))), 255, max(thick - 1, 1))
    tone = color(rng) * 0.5 if rng.random() < 0.3 else np.zeros(3, np.float32) + rng.uniform(0, 45) + rng.uniform(0, 20, 3)
    pixels = np.zeros_like(chip) + tone
    if rng.random() < 0.6:  # darker at the top, as most are
        pixels = pixels + np.clip((GRID[1] - left[1]) / half[1], -1, 1)[..., None] * rng.uniform(-10, 35)
    if rng.random() < 0.5:  # reflections
        mirrored = np.clip(smooth_noise(rng, int(rng.integers(3, 14))) - rng.uniform(0.3, 0.7), 0, 1)
        pixels = pixels + mirrored[..., None] * rng.uniform(0, 250)
    chip = paint(chip, lenses, pixels, rng, lit=False, opaque=dark)
    if dark < 0.5 and rng.random() < 0.4:  # lamps and screens reflected in clear lenses
        glare = (np.clip(smooth_noise(rng, int(rng.integers(6, 16))) - rng.uniform(0.5, 0.8), 0, 0.3) / 0.3 * lenses).astype(np.uint8)
        chip = paint(chip, glare, np.zeros_like(chip) + rng.uniform([150, 150, 170], 255), rng, lit=False, opaque=rng.uniform(0.2, 0.8))
    return paint(chip, frame, np.zeros_like(chip) + color(rng) * rng.uniform(0.2, 1), rng), (lenses if dark > 0.5 else np.zeros_like(lenses))


def hairy(rng, chip):
    tone = np.array([[25, 20, 18], [70, 50, 38], [130, 105, 80], [150, 150, 150], [220, 215, 210], [110, 60, 35]], np.float32)[rng.integers(6)]
    streaks = cv2.GaussianBlur(rng.standard_normal((SIZE, SIZE), np.float32), (0, 0), sigmaX=rng.uniform(0.4, 0.7), sigmaY=rng.uniform(0.8, 2))
    return tone * (1 + rng.uniform(0.3, 1.2) * streaks[..., None]) + rng.uniform(0, 15)


def beard(chip, p, rng):
    middle = p[33]
    side = rng.uniform(1.5, 6)
    jaw = [middle + (between(p, i) - middle) * np.array([rng.uniform(0.96, 1.06), rng.uniform(1, 1.45)]) for i in np.linspace(side, 16 - side, 9)]
    upper = p[33] * 0.6 + p[51] * 0.4
    cheeks = [between(p, 16 - side), p[54] + [3, -3], upper, p[48] - [3, 3], between(p, side)]
    alpha = filled(np.vstack([curve(jaw), curve(cheeks)]))
    lips = filled(p[48:60])
    alpha[cv2.dilate(lips, np.ones((3, 3), np.uint8), iterations=int(rng.integers(0, 2))) > 0] = 0
    alpha = (alpha * np.clip(0.6 + 0.8 * smooth_noise(rng, 40), 0, 1)).astype(np.uint8)
    return paint(chip, cv2.GaussianBlur(alpha, (0, 0), rng.uniform(0.5, 2)), hairy(rng, chip), rng, opaque=rng.uniform(0.4, 1))


def hair(chip, p, rng):
    alpha = np.zeros((SIZE, SIZE), np.uint8)
    start = p[27] + np.array([rng.uniform(-22, 22), -rng.uniform(25, 40)])
    for _ in range(int(rng.integers(5, 40))):
        way = -1 if start[0] < p[27][0] else 1
        if rng.random() < 0.3:
            way = -way
        end = np.array([p[27][0] + way * rng.uniform(4, 30), p[27][1] + rng.uniform(-12, 30)])
        line = curve([start + rng.uniform(-5, 5, 2), (start + end) / 2 + rng.uniform(-6, 6, 2), end])
        cv2.polylines(alpha, [np.round(line).astype(np.int32)], False, 255, int(rng.integers(1, 3)))
    return paint(chip, alpha, hairy(rng, chip), rng), alpha


def shawl(chip, p, rng, photos, textures):
    """A shawl around the face, which stays uncovered."""
    alpha = np.full((SIZE, SIZE), 255, np.uint8)
    middle = (p[27] + p[8]) / 2 + [0, -UNIT * 0.2]
    half = ((p[16][0] - p[0][0]) / 2 * rng.uniform(0.88, 1.08), (p[8][1] - p[27][1]) * rng.uniform(0.85, 1.0))
    cv2.ellipse(alpha, tuple(middle.astype(int).tolist()), (int(half[0]), int(half[1])), 0, 0, 360, 0, -1)
    alpha[filled(p[48:60]) > 0] = 0
    return paint(chip, alpha, cloth(rng, photos, textures), rng)


def brim(chip, p, rng, photos, textures):
    """The brim of a hat, and its shadow on the eyes."""
    brows = p[17:27, 1].min()
    if rng.random() < 0.6:
        edge = brows + rng.uniform(0, UNIT * 0.9)
        chip = chip * (1 - rng.uniform(0.1, 0.7) / (1 + np.exp(np.minimum((GRID[1] - edge) / rng.uniform(0.5, 3), 80))))[..., None].astype(np.float32)
    xs = np.linspace(-5, SIZE + 5, 5)
    line = np.stack([xs, brows - rng.uniform(1, 8) + rng.uniform(-1, 3) - np.abs(xs - p[27][0]) * rng.uniform(-0.1, 0.25)], axis=1)
    return paint(chip, filled(np.vstack([curve(line), [[SIZE + 10, -10], [-10, -10]]])), cloth(rng, photos, textures), rng)


def half_shadow(chip, p, rng, dark):
    """@param dark share of the light that remains on the dark side, 0 to 1"""
    angle = rng.uniform(-0.35, 0.35) + (np.pi if rng.random() < 0.5 else 0)
    along = (GRID[0] - p[27][0]) * np.cos(angle) + (GRID[1] - p[30][1]) * np.sin(angle)
    lit = 1 / (1 + np.exp(-(along - rng.uniform(-2.5, 2.5)) / rng.uniform(1, 4.5)))
    linear = (chip / 255) ** 2.2 * (dark + (1 - dark) * lit)[..., None]
    return np.clip(linear, 0, 1) ** (1 / 2.2) * 255


def photographed(chip, rng):
    """Varies light and camera."""
    side = chip.shape[0]
    chip = chip.astype(np.float32)
    if rng.random() < 0.2:
        y, x = np.mgrid[-1 : 1 : side * 1j, -1 : 1 : side * 1j]
        angle = rng.uniform(0, 2 * np.pi)
        chip *= np.clip(1 + (x * np.cos(angle) + y * np.sin(angle)) * rng.uniform(0, 0.8), 0.15, 1.6)[..., None].astype(np.float32)
    curve_of_light = 255 * (np.arange(256) / 255) ** rng.uniform(0.65, 1.5) * rng.uniform(0.55, 1.25) + rng.uniform(-12, 12)
    chip = cv2.LUT(np.clip(chip, 0, 255).astype(np.uint8), np.clip(curve_of_light, 0, 255).astype(np.uint8)).astype(np.float32)
    chip *= (1 + rng.uniform(-0.1, 0.1, 3)).astype(np.float32)
    if rng.random() < 0.1:
        chip = np.repeat(chip.mean(axis=2, keepdims=True), 3, axis=2)
    if rng.random() < 0.3:
        chip = cv2.GaussianBlur(chip, (0, 0), rng.uniform(0.3, 1.2))
    if rng.random() < 0.3:
        chip = chip + rng.standard_normal(chip.shape, np.float32) * np.float32(rng.uniform(0, 10))
    chip = np.clip(chip, 0, 255).astype(np.uint8)
    if rng.random() < 0.2:
        chip = cv2.imdecode(cv2.imencode(".jpg", chip, [cv2.IMWRITE_JPEG_QUALITY, int(rng.integers(30, 90))])[1], 1)
    return chip


def cropped(chip, side, rng=None):
    """The network's input from a chip: 2.6 units around the center. With `rng`, as from slightly inaccurate landmarks."""
    scale, turn, shift = 2.6 * UNIT / side, 0.0, np.zeros(2)
    if rng is not None:
        scale, turn, shift = scale * rng.uniform(0.88, 1.14), rng.normal(0, 0.06), rng.normal(0, 0.07 * UNIT, 2)
    c, s = scale * np.cos(turn), scale * np.sin(turn)
    middle, half = SIZE / 2 - 0.5 + shift, side / 2 - 0.5
    to_chip = np.array([[c, -s, middle[0] - (c - s) * half], [s, c, middle[1] - (s + c) * half]])
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    return cv2.warpAffine(chip, to_chip, (side, side), flags=flags, borderMode=cv2.BORDER_CONSTANT, borderValue=(128, 128, 128))


def hidden(alpha, p):
    """The shares of the mouth and of each eye that a cover hides."""
    grow = np.ones((3, 3), np.uint8)
    parts = [(p[48:60], 1), (p[36:42], 1), (p[42:48], 1)]
    return [float(alpha[cv2.dilate(filled(part), grow, iterations=by) > 0].mean()) / 255 for part, by in parts]


MOUTH_COVERS = ("mask", "mask", "mask", "scarf", "hand", "hand", "band", "box")
EYE_COVERS = ("glasses", "glasses", "glasses", "hand", "band", "box")
HARMLESS = ("nothing", "nothing", "nothing", "beard", "beard", "hair", "shawl", "brim", "clear", "clear", "neck", "chin", "beside", "beside")


def drawn(chip, p, rng, photos, kind, textures=TEXTURES):
    """@returns the chip, and labels for mouth and eyes: 1 covered, 0 not covered, None in between"""
    chip = chip.astype(np.float32)
    mouth = (p[48] + p[54]) / 2
    eyes = p[36:48].mean(axis=0)
    alpha = np.zeros((SIZE, SIZE), np.uint8)
    what, on = kind
    at = (mouth if on == "mouth" else eyes) + rng.uniform(-4.5, 4.5, 2)
    if what == "mask":
        chip, alpha = mask(chip, p, rng, photos, textures, "low" if rng.random() < 0.15 else "nose")
    elif what == "chin":
        chip, alpha = mask(chip, p, rng, photos, textures, "chin")
    elif what in ("scarf", "neck"):
        chip, alpha = scarf(chip, p, rng, photos, textures, "neck" if what == "neck" else "nose")
    elif what == "hand":
        chip, alpha = hand(chip, p, rng, at)
    elif what == "band":
        chip, alpha = band(chip, p, rng, photos, textures, at)
    elif what == "box":
        chip, alpha = box(chip, p, rng, photos, textures, at)
    elif what == "cup":
        chip, alpha = cup(chip, p, rng, photos, textures, at)
    elif what == "glasses":
        chip, alpha = glasses(chip, p, rng, rng.uniform(0.82, 1))
    elif what == "clear":
        chip, _ = glasses(chip, p, rng, rng.uniform(0, 0.22))
    elif what == "beard":
        chip = beard(chip, p, rng)
    elif what == "hair":
        chip, strands = hair(chip, p, rng)
        alpha = np.minimum(strands, 100)  # over the eyes: labeled in between, and never as a cover
    elif what == "shawl":
        chip = shawl(chip, p, rng, photos, textures)
    elif what == "brim":
        chip = brim(chip, p, rng, photos, textures)
    elif what == "beside":
        angle = rng.uniform(0, 2 * np.pi)
        away = p[30] + np.array([np.cos(angle), np.sin(angle)]) * UNIT * rng.uniform(1.0, 1.9)
        if rng.random() < 0.5:
            chip, alpha = hand(chip, p, rng, away)
        else:
            chip, alpha = box(chip, p, rng, photos, textures, away)
    at_mouth, at_left, at_right = hidden(alpha, p)
    covered = [at_mouth, min(at_left, at_right)]
    touched = [at_mouth, max(at_left, at_right)]
    labels = [1 if c >= 0.75 else 0 if t <= 0.15 else None for c, t in zip(covered, touched)]
    return chip, labels

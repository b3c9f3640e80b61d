"""Draws covers on whole photos of held-out people, with held-out textures and kinds, for `selfsame evaluate`.

    python3 scripts/train/held_out.py OUT COUNT LABELS FACES...   # OUT/issues.csv and COUNT photos of each kind
    npm run evaluate -- --issues OUT/issues.csv
"""

import os
import sys

import cv2
import numpy as np

from covered import SEED, part_of, read_faces, read_labels, read_places
from covers import HARMLESS, HELD_OUT_TEXTURES, drawn, half_shadow

COVERS = [(what, "mouth") for what in ("mask", "scarf", "hand", "band", "box", "cup")] + [(what, "eyes") for what in ("glasses", "hand", "band", "box")]
BARE = [(what, "") for what in dict.fromkeys(HARMLESS) if what != "nothing"]
# Share of the light that remains on the dark side.
SHADOWS = (0.3, 0.15, 0.08, 0.04)
TEXTURES = (*HELD_OUT_TEXTURES, "photo", "plain")


def pasted(photo, chip, seen, place):
    """The photo with the changes that were drawn on its chip."""
    (a, b, c, d, x, y), scale = place
    turn = np.array([[a, c], [b, d]]) / scale
    # In OpenCV, integer coordinates are the centers of pixels.
    shift = turn @ [0.5, 0.5] + np.array([x, y]) / scale - 0.5
    to_photo = np.hstack([turn, shift[:, None]])
    height, width = photo.shape[:2]

    def enlarged(image, how):
        return cv2.warpAffine(image, to_photo, (width, height), flags=how, borderMode=cv2.BORDER_REPLICATE)

    changed = (np.abs(seen - chip).max(axis=2) > 5).astype(np.uint8) * 255
    changed = cv2.blur(cv2.morphologyEx(changed, cv2.MORPH_CLOSE, np.ones((3, 3), np.uint8)), (3, 3)).astype(np.float32) / 255
    alpha = enlarged(changed, cv2.INTER_LINEAR)[..., None]
    return np.clip(photo * (1 - alpha) + np.clip(enlarged(seen, cv2.INTER_CUBIC), 0, 255) * alpha, 0, 255).astype(np.uint8)


def main(out, count, labels, *names):
    rng = np.random.default_rng(SEED + 1)
    covered = read_labels(labels)
    faces = [(chip.astype(np.float32), points, path, place)
             for name in names for chip, points, path, place in zip(*read_faces(name), read_places(name))
             if part_of(path) == "held out" and covered.get(path, [0, 0]) == [0, 0]]
    photos = [chip for chip, *_ in faces]
    os.makedirs(out, exist_ok=True)
    rows = ["path,mouth_covered,eyes_covered,half_in_shadow,kind"]

    def write(face, seen, name, said):
        chip, _, path, place = face
        photo = cv2.imread(path)[:, :, ::-1].astype(np.float32)
        cv2.imwrite(os.path.join(out, name), pasted(photo, chip, seen.astype(np.float32), place)[:, :, ::-1], [cv2.IMWRITE_JPEG_QUALITY, 90])
        rows.append(",".join([name, *("" if one is None else str(one) for one in said[:-1]), said[-1]]))

    for what, on in COVERS + BARE:
        for i in rng.permutation(len(faces))[: int(count)]:
            for _ in range(30):
                seen, (mouth, eyes) = drawn(faces[i][0], faces[i][1], rng, photos, (what, on), TEXTURES)
                if {"mouth": mouth, "eyes": eyes, "": 1}[on] == 1:
                    write(faces[i], seen, f"{what}-{on or 'bare'}-{i}.jpg", (mouth, eyes, None, f"{what} over {on}" if on else f"{what} (no cover)"))
                    break
    for dark in SHADOWS:
        for i in rng.permutation(len(faces))[: int(count)]:
            write(faces[i], half_shadow(faces[i][0], faces[i][1], rng, dark), f"shadow-{dark}-{i}.jpg", (0, 0, 1, f"{dark} of the light"))
    with open(os.path.join(out, "issues.csv"), "w") as file:
        file.write("\n".join(rows) + "\n")


if __name__ == "__main__":
    cv2.setNumThreads(1)
    main(*sys.argv[1:])

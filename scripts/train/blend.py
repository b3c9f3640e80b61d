"""Trains the network that detects faces changed by software (models/blend/). Results: docs/research/challenge-swaps.md.

    python3 scripts/train/blend.py landmarks MODELS OUT.jsonl < FILES             # 68 landmarks of each photo
    python3 scripts/train/blend.py faces OUT.npz CAMERAS.jsonl PHOTOS.jsonl...    # crops; those of phones and webcams come first
    python3 scripts/train/blend.py samples FACES.npz FOLDER COUNT SEED            # genuine crops, blends and disguises, a thousand a file
    python3 scripts/train/blend.py train FOLDER OUT.pt STEPS [FROM.pt]            # 150 crops a second of one core
    python3 scripts/train/blend.py write NETWORK.pt OUT.onnx
    python3 scripts/train/blend.py evaluate NETWORK.pt GENUINE.json NAME=ATTACK.json...

MODELS is the folder with the default models. A photo's folder is named for its person. GENUINE and ATTACK are lists of sequences:
{"person", "frames": [{"f": path, "p": 68 landmarks, "w": the width they are for}]}, as bench/challenge-attacks.ts writes them. Seeded. Needs numpy,
OpenCV, ONNX, ONNX Runtime and PyTorch.
"""

import json
import os
import sys

import cv2
import numpy as np
import onnxruntime
import torch
from torch import nn
from torch.nn import functional as F

from blends import SIDE, STORED, controls, cut, disturbed, moved, real_blend, self_blend, spotted, turned_still

GENUINE, SELF, REAL, DISGUISED = 0, 1, 2, 3
KINDS = (GENUINE, REAL, GENUINE, SELF, GENUINE, REAL, GENUINE, DISGUISED)
FILE = 1000
# Size of the network's finest map of changed areas, and of the mask that is stored with a sample.
CELLS = 18


def session(model):
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = options.inter_op_num_threads = 1
    return onnxruntime.InferenceSession(model, options)


def landmarks(models, out):
    """The landmarks as the service finds them: a box by the detector, then two passes."""
    detector, landmarker = session(f"{models}/fr_detect.onnx"), session(f"{models}/fr_landmark.onnx")

    def locate(grey, x, y, width, height):
        matrix = np.array([[width / 64, 0, x], [0, height / 64, y]], np.float32)
        crop = cv2.warpAffine(grey, matrix, (64, 64), flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP)
        name = landmarker.get_inputs()[0].name
        return landmarker.run(None, {name: crop[None, None].astype(np.float32) / 256})[0].reshape(68, 2) * [width, height] + [x, y]

    with open(out, "w") as file:
        for path in sys.stdin.read().splitlines():
            image = cv2.imread(path)
            if image is None:
                continue
            height, width = image.shape[:2]
            scale = min(320 / width, 240 / height)
            small = cv2.resize(image, (round(width * scale), round(height * scale)), interpolation=cv2.INTER_AREA)
            left, top = (320 - small.shape[1]) // 2, (240 - small.shape[0]) // 2
            seen = np.zeros((240, 320, 3), np.float32)
            seen[top : top + small.shape[0], left : left + small.shape[1]] = small
            scores, boxes = detector.run(["scores", "boxes"], {"input": ((seen[..., ::-1] - 127) / 128).transpose(2, 0, 1)[None]})
            best = scores[0, :, 1].argmax()
            if scores[0, best, 1] < 0.7:
                continue
            x1, y1, x2, y2 = (boxes[0, best] * [320, 240, 320, 240] - [left, top, left, top]) / scale
            grey = cv2.cvtColor(image, cv2.COLOR_BGR2GRAY)
            first = locate(grey, x1, y1, x2 - x1, y2 - y1)
            (x, y), (w, h) = first.min(0), np.ptp(first, 0)
            points = (first + locate(grey, x - 0.05 * w, y - 0.28 * h, 1.1 * w, 1.33 * h)) / 2
            file.write(json.dumps({"f": path, "w": width, "p": np.round(points, 2).tolist()}) + "\n")


def faces(out, cameras, *photos):
    images, points, people, by_camera = [], [], [], []
    for rows in (cameras, *photos):
        with open(rows) as file:
            for row in map(json.loads, file):
                crop, placed = cut(cv2.imread(row["f"]), row["p"], moves=True)
                images.append(crop)
                points.append(placed)
                people.append(os.path.basename(os.path.dirname(row["f"])))
                by_camera.append(rows == cameras)
    np.savez(out, images=np.stack(images), points=np.stack(points), people=people, by_camera=by_camera)


def samples(crops, folder, count, seed):
    rng = np.random.default_rng(int(seed))
    data = np.load(crops)
    images, points, people = data["images"], data["points"], data["people"]
    photos = np.flatnonzero(~data["by_camera"])
    cameras = np.flatnonzero(data["by_camera"])
    before_cameras = [cameras[people[cameras] == p] for p in sorted(set(people[cameras]))]

    def drawn(camera_share):
        return rng.choice(before_cameras[rng.integers(len(before_cameras))] if rng.random() < camera_share else photos)

    os.makedirs(folder, exist_ok=True)
    for number in range(int(count) // FILE):
        made = np.zeros((FILE, STORED, STORED, 3), np.uint8)
        masks = np.zeros((FILE, CELLS, CELLS), np.uint8)
        kinds = np.resize(KINDS, FILE)
        for k, kind in enumerate(kinds):
            i = drawn(0.45)
            image, placed = moved(images[i], points[i], rng)
            mask = None
            if kind == SELF:
                image, mask = self_blend(image, placed, rng)
            elif kind == REAL:
                j = drawn(0.1)
                while people[j] == people[i]:
                    j = drawn(0.1)
                image, mask = real_blend(image, placed, *moved(images[j], points[j], rng), rng)
                if rng.random() < 0.2:
                    image = spotted(image, rng, 3, 12)
            elif kind == DISGUISED:
                if rng.random() < 0.6:
                    image = turned_still(image, placed, rng)
                image = spotted(image, rng, 3, 12)
            elif rng.random() < 0.12:
                image = spotted(image, rng, 0.3, 2)
            made[k] = disturbed(np.clip(image, 0, 255), rng)
            if mask is not None:
                masks[k] = np.clip(cv2.resize(mask[..., 0], (CELLS, CELLS), interpolation=cv2.INTER_AREA) * 255, 0, 255)
        np.savez(f"{folder}/{seed}-{number:03d}.npz", crops=made, kinds=kinds, masks=masks)


class Bottleneck(nn.Module):
    def __init__(self, channels):
        super().__init__()
        half = channels // 2
        self.layers = nn.Sequential(
            nn.Conv2d(channels, half, 1, bias=False), nn.BatchNorm2d(half), nn.ReLU(),
            nn.Conv2d(half, half, 3, padding=1, bias=False), nn.BatchNorm2d(half), nn.ReLU(),
            nn.Conv2d(half, channels, 1, bias=False), nn.BatchNorm2d(channels),
        )  # fmt: skip

    def forward(self, x):
        return F.relu(x + self.layers(x))


def halved(given, made):
    return nn.Sequential(nn.Conv2d(given, made, 3, 2, 1, bias=False), nn.BatchNorm2d(made), nn.ReLU())


class Network(nn.Module):
    """One log odds for the crop; for training also whether each of 18 x 18 cells is blended or disguised (Li et al. 2020, Face X-ray)."""

    def __init__(self):
        super().__init__()
        self.fine = nn.Sequential(
            halved(3, 24), halved(24, 48), Bottleneck(48), Bottleneck(48), halved(48, 96), Bottleneck(96), Bottleneck(96), Bottleneck(96)
        )  # fmt: skip
        self.cells = nn.Conv2d(96, 2, 1)
        self.coarse = nn.Sequential(halved(96, 128), Bottleneck(128), Bottleneck(128))
        self.drop = nn.Dropout(0.3)
        self.out = nn.Linear(2 * 128 + 4, 2)

    def forward(self, x):
        fine = self.fine(x)
        cells = self.cells(fine)
        coarse = self.coarse(fine)
        pooled = torch.cat([coarse.mean((2, 3)), coarse.amax((2, 3)), cells.mean((2, 3)), cells.amax((2, 3))], 1)
        return self.out(self.drop(pooled))[:, :1], cells


def as_input(crops):
    return (torch.from_numpy(np.ascontiguousarray(crops)).permute(0, 3, 1, 2).float() - 127.5) / 64


def train(folder, out, steps, start=None, batch=64, rate=2e-3):
    torch.manual_seed(1)
    rng = np.random.default_rng(1)
    net = Network().to(memory_format=torch.channels_last)
    if start:
        net.load_state_dict(torch.load(start))
    optimizer = torch.optim.AdamW(net.parameters(), rate, weight_decay=0.05)
    files = [np.load(f"{folder}/{name}") for name in sorted(os.listdir(folder))]
    files = [(file["crops"], file["kinds"], file["masks"]) for file in files]
    steps = int(steps)
    for step in range(steps):
        for group in optimizer.param_groups:
            group["lr"] = rate * min(1, (step + 1) / 200) * (0.02 + 0.49 * (1 + np.cos(np.pi * step / steps)))
        crops, kinds, masks = [], [], []
        for _ in range(4):
            all_crops, all_kinds, all_masks = files[rng.integers(len(files))]
            chosen = rng.choice(FILE, batch // 4, replace=False)
            y, x = rng.integers(0, STORED - SIDE + 1, 2)
            flip = int(rng.choice([1, -1]))
            crops.append(all_crops[chosen][:, y : y + SIDE, x : x + SIDE][:, :, ::flip])
            masks.append(all_masks[chosen][:, :, ::flip])
            kinds.append(all_kinds[chosen])
        kinds, masks = np.concatenate(kinds), torch.from_numpy(np.concatenate(masks)).float() / 255
        changed = torch.from_numpy((kinds != GENUINE).astype(np.float32))
        disguised = torch.from_numpy((kinds == DISGUISED).astype(np.float32))
        net.train()
        with torch.autocast("cpu", torch.bfloat16):
            logit, cells = net(as_input(np.concatenate(crops)))
        logit, cells = logit.float()[:, 0], cells.float()
        loss = F.binary_cross_entropy_with_logits
        # A disguised face is not blended, so its cells have no loss for blending.
        blended_cells = loss(cells[:, 0], masks, reduction="none").mean((1, 2)) * (1 - disguised)
        disguised_cells = loss(cells[:, 1], disguised[:, None, None].expand(-1, CELLS, CELLS))
        total = loss(logit, changed) + 2 * blended_cells.mean() + 0.5 * disguised_cells
        optimizer.zero_grad()
        total.backward()
        nn.utils.clip_grad_norm_(net.parameters(), 2)
        optimizer.step()
        if step % 100 == 0:
            print(step, f"loss {total.item():.3f}", flush=True)
    torch.save(net.state_dict(), out)


class Logit(nn.Module):
    """The mean log odds of the crop and its mirror image."""

    def __init__(self, net):
        super().__init__()
        self.net = net

    def forward(self, x):
        return self.net(torch.cat([x, x.flip(3)]))[0].mean(0, keepdim=True)


def opened(path):
    net = Network()
    net.load_state_dict(torch.load(path))
    return Logit(net).eval()


def write(path, out):
    torch.onnx.export(
        opened(path), (torch.zeros(1, 3, SIDE, SIDE),), out, input_names=["input"], output_names=["logit"], opset_version=17, dynamo=False
    )


def limit_of(scores, people, share):
    """The lowest limit that rejects at most this share of the genuine sequences, with equal weight for each person."""
    return next(limit for limit in np.sort(scores) if np.mean([(scores[people == p] > limit).mean() for p in set(people)]) <= share)


def evaluate(path, genuine, *attacks):
    net = opened(path)
    known = {}

    def logit(frame, control):
        if (frame["f"], control) not in known:
            image = cv2.imread(frame["f"])
            crop, _ = cut(image, np.array(frame["p"]) * (image.shape[1] / frame["w"]))
            crop = np.asarray(controls[control](crop, np.random.default_rng(len(known))), np.float32)
            with torch.no_grad():
                known[frame["f"], control] = net(as_input(crop[None])).item()
        return known[frame["f"], control]

    def scores(path, control="as they are"):
        with open(path) as file:
            rows = json.load(file)
        return np.array([np.mean([logit(frame, control) for frame in row["frames"]]) for row in rows]), rows

    own, rows = scores(genuine)
    people = np.array([row["person"] for row in rows])
    for share in (0.05, 0.02, 0.01):
        limit = limit_of(own, people, share)
        print(f"limit {limit:.2f}, {share:.0%} of genuine sequences, each person weighing the same")
        for control in controls:
            over = scores(genuine, control)[0] > limit
            shares = {str(p): over[people == p].mean() for p in sorted(set(people))}
            print(f"  genuine, {control}: {np.mean(list(shares.values())):.1%}, by person", {p: f"{s:.0%}" for p, s in shares.items() if s})
        for attack in attacks:
            title, rows_of = attack.split("=")
            made, rows = scores(rows_of)
            by = np.array([row.get("performer", row["person"]) for row in rows])
            area = np.mean(made[:, None] > own) + np.mean(made[:, None] == own) / 2
            print(f"  {title}: AUC {area:.3f}, {(made > limit).sum()} of {len(made)} over it,", {str(p): f"{(made[by == p] > limit).mean():.0%}" for p in sorted(set(by))})


if __name__ == "__main__":
    cv2.setNumThreads(1)
    torch.set_num_threads(1)
    commands = {"landmarks": landmarks, "faces": faces, "samples": samples, "train": train, "write": write, "evaluate": evaluate}
    commands[sys.argv[1]](*sys.argv[2:])

"""Trains what sees that a face was blended into a photo. It is no check of the service: docs/research/challenge-swaps.md says why.

    python3 scripts/train/swaps.py landmarks MODELS OUT.jsonl < FILES                 # 68 landmarks of each photo
    python3 scripts/train/swaps.py faces LANDMARKS.jsonl OUT.npz                      # crops
    python3 scripts/train/swaps.py features MODELS FACES.npz OUT.npz COUNT LEFT,OUT   # genuine crops and blends, as the liveness network sees them
    python3 scripts/train/swaps.py evaluate MODELS FEATURES.npz GENUINE.json NAME=ATTACK.json...

MODELS is the folder with the default models. A person is the folder of a photo, drawn as often as there are lines of it; in LEFT,OUT are the people to test with. GENUINE and ATTACK are lists of
sequences: {"person", "frames": [{"f": path, "p": 68 landmarks, "w": the width they are for}]}. Seeded. Needs numpy, OpenCV, ONNX Runtime and PyTorch.
"""

import json
import os
import sys

import cv2
import numpy as np
import onnx
import onnxruntime
import torch

from blends import SIDE, controls, cut, disturbed, moved, real_blend, self_blend

SEED = 1
GENUINE, SELF, REAL = 0, 1, 2
HIDDEN = 48


def session(model):
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = options.inter_op_num_threads = 1
    return onnxruntime.InferenceSession(model, options)


def landmarks(models, out):
    """As the service finds them: a box by the detector, then two passes."""
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


def faces(rows, out):
    images, points, people = [], [], []
    with open(rows) as file:
        for row in map(json.loads, file):
            crop, placed = cut(cv2.imread(row["f"]), row["p"], moves=True)
            images.append(crop)
            points.append(placed)
            people.append(os.path.basename(os.path.dirname(row["f"])))
    np.savez(out, images=np.stack(images), points=np.stack(points), people=people)


# Layers of the liveness network, from fine to coarse.
TAPS = ("440", "524", "564", "746")


def feature_reader(models):
    model = onnx.load(f"{models}/fr_liveness.onnx")
    for tap in TAPS:
        model.graph.output.append(onnx.helper.make_tensor_value_info(tap, onnx.TensorProto.FLOAT, None))
    network = session(model.SerializeToString())

    def read(crop):
        features = []
        for (layer,) in network.run(TAPS, {"input": crop.transpose(2, 0, 1)[None].astype(np.float32)}):
            if layer.shape[-1] == 1:
                features.append(layer.ravel())
                continue
            quarter = layer.shape[-1] // 4
            middle = layer[:, quarter:-quarter, quarter:-quarter]
            mean = layer.mean((1, 2))
            features += [mean, layer.std((1, 2)), layer.max((1, 2)), middle.mean((1, 2)) - mean, middle.std((1, 2))]
        return np.concatenate(features)

    return read


def features(models, crops, out, count, left_out=""):
    read = feature_reader(models)
    rng = np.random.default_rng(SEED)
    data = np.load(crops)
    images, points, people = data["images"], data["points"], data["people"]
    used = np.flatnonzero(~np.isin(people, left_out.split(",")))
    made, kinds = [], []
    for n in range(int(count)):
        kind = (GENUINE, REAL, GENUINE, SELF, GENUINE, REAL)[n % 6]
        i = rng.choice(used)
        image, placed = moved(images[i], points[i], rng)
        if kind == SELF:
            image = self_blend(image, placed, rng)
        elif kind == REAL:
            other = rng.choice(used[people[used] != people[i]])
            image = real_blend(image, placed, *moved(images[other], points[other], rng), rng)
        image = disturbed(image, rng)
        made.append(read(image[:, :: int(rng.choice([1, -1]))]))
        kinds.append(kind)
    np.savez(out, features=np.array(made, np.float32), kinds=np.array(kinds))


def fitted(values, is_blend, seed):
    """Two layers; as many passes as help an eighth that is set aside."""
    torch.manual_seed(seed)
    x, y = torch.tensor(values), torch.tensor(is_blend.astype(np.float32))
    order = torch.randperm(len(y))
    aside, rest = order[: len(y) // 8], order[len(y) // 8 :]
    net = torch.nn.Sequential(
        torch.nn.Dropout(0.3), torch.nn.Linear(x.shape[1], HIDDEN), torch.nn.ReLU(), torch.nn.Dropout(0.3), torch.nn.Linear(HIDDEN, 1)
    )
    optimizer = torch.optim.AdamW(net.parameters(), 1e-3, weight_decay=0.3)
    weight = torch.where(y > 0, 0.5 / y.mean(), 0.5 / (1 - y.mean()))

    def loss(i):
        return torch.nn.functional.binary_cross_entropy_with_logits(net(x[i])[:, 0], y[i], weight=weight[i])

    best, state, waited = np.inf, net.state_dict(), 0
    while waited < 7:
        net.train()
        for i in rest[torch.randperm(len(rest))].split(128):
            optimizer.zero_grad()
            loss(i).backward()
            optimizer.step()
        net.eval()
        with torch.no_grad():
            now = loss(aside).item()
        waited += 1
        if now < best:
            best, state, waited = now, {name: value.clone() for name, value in net.state_dict().items()}, 0
    net.load_state_dict(state)
    return net.eval()


def limit_of(scores, people):
    """The lowest that rejects 5 % of the genuine sequences, each person weighing the same."""
    return next(limit for limit in np.sort(scores) if np.mean([(scores[people == p] > limit).mean() for p in set(people)]) <= 0.05)


def evaluate(models, learned, genuine, *attacks):
    read = feature_reader(models)
    data = np.load(learned)
    center, spread = data["features"].mean(0), data["features"].std(0) + 1e-3
    known = {}

    def features_of(frame, control):
        if (frame["f"], control) not in known:
            image = cv2.imread(frame["f"])
            crop, _ = cut(image, np.array(frame["p"]) * (image.shape[1] / frame["w"]))
            seen = read(controls[control](crop, np.random.default_rng(len(known))))
            known[frame["f"], control] = np.clip((seen - center) / spread, -6, 6).astype(np.float32)
        return known[frame["f"], control]

    def sequences(path):
        with open(path) as file:
            return json.load(file)

    people = np.array([one["person"] for one in sequences(genuine)])
    for name, kinds in (("self-blends", [SELF]), ("blends of two people", [REAL]), ("both", [SELF, REAL])):
        chosen = np.isin(data["kinds"], [GENUINE, *kinds])
        values = np.clip((data["features"][chosen] - center) / spread, -6, 6)
        nets = [fitted(values, data["kinds"][chosen] != GENUINE, seed) for seed in range(3)]

        def scores(path, control="as they are"):
            found = []
            with torch.no_grad():
                for one in sequences(path):
                    x = torch.tensor(np.stack([features_of(frame, control) for frame in one["frames"]]))
                    found.append(np.mean([net(x).mean().item() for net in nets]))
            return np.array(found)

        own = scores(genuine)
        limit = limit_of(own, people)
        print(f"learned from {name}")
        for control in controls:
            over = scores(genuine, control) > limit
            shares = [over[people == p].mean() for p in set(people)]
            print(f"  genuine, {control}: {np.mean(shares):.1%} over the limit, worst person {max(shares):.0%}")
        for attack in attacks:
            title, path = attack.split("=")
            made, performers = scores(path), np.array([one["person"] for one in sequences(path)])
            area = np.mean(made[:, None] > own) + np.mean(made[:, None] == own) / 2
            by = {str(p): f"{(made[performers == p] > limit).mean():.0%}" for p in sorted(set(performers))}
            print(f"  {title}: AUC {area:.3f}, {(made > limit).sum()} of {len(made)} over the limit; by performer {by}")


if __name__ == "__main__":
    cv2.setNumThreads(1)
    torch.set_num_threads(1)
    {"landmarks": landmarks, "faces": faces, "features": features, "evaluate": evaluate}[sys.argv[1]](*sys.argv[2:])

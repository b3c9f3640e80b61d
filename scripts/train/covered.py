"""Trains the network that detects covered mouths and eyes: models/covered/covered-48.onnx. See scripts/train/README.md.

    python3 scripts/train/covered.py pool OUT.npz COUNT LABELS FACES...  # draws covers on the faces of the people that are trained on
    python3 scripts/train/covered.py train POOL.npz OUT.pt      # learns from them
    python3 scripts/train/covered.py write OUT.pt OUT.onnx      # writes the model

Seeded: the same faces give the same weights on the same machine.
"""

import hashlib
import json
import sys

import cv2
import numpy as np

from covers import EYE_COVERS, HARMLESS, MOUTH_COVERS, SIZE, cropped, drawn, half_shadow, photographed

SIDE = 48
SEED = 20261125


def read_found(name):
    with open(f"{name}.json") as file:
        return [row for row in json.load(file) if row["outcome"] == "found"]


def read_faces(name):
    """@param name of the two files that scripts/train/faces.ts wrote, without their extensions"""
    rows = read_found(name)
    chips = np.fromfile(f"{name}.rgb", np.uint8).reshape(len(rows), SIZE, SIZE, 3)
    points = np.array([row["points"] for row in rows], np.float32)
    return chips, points, [row["path"] for row in rows]


def read_places(name):
    """Position of each chip in the analyzed image, and that image's scale relative to the photo."""
    return [(row["toPhoto"], row["scale"]) for row in read_found(name)]


def part_of(path):
    """The part of a person: in lfw/ each has a folder, elsewhere a photo. 60 % train, 15 % choose the limits, the rest is held out."""
    person = path.split("/")[1] if path.startswith("lfw/") else path
    share = int(hashlib.sha256(person.encode()).hexdigest()[:8], 16) / 2**32
    return "train" if share < 0.6 else "choose" if share < 0.75 else "held out"


def read_labels(path):
    """Labels assigned by eye: path,mouth,eyes with 1 covered, 0 not covered, empty for in between."""
    with open(path) as file:
        rows = [line.rstrip("\n").rsplit(",", 2) for line in file]
    return {where: [int(one) if one else None for one in labels] for where, *labels in rows}


def pool(out, count, labels, *names):
    count = int(count)
    rng = np.random.default_rng(SEED)
    labels = read_labels(labels)
    faces = [(chip, points, labels.get(path, [0, 0]))
             for name in names for chip, points, path in zip(*read_faces(name)) if part_of(path) == "train"]
    photos = [chip for chip, _, _ in faces]
    crops = np.empty((count, SIDE, SIDE, 3), np.uint8)
    wanted = np.empty((count, 2), np.float32)
    for i in range(count):
        chip, points, real = faces[rng.integers(len(faces))]
        kind = rng.random()
        if kind < 0.36 or real != [0, 0]:
            what = ("nothing", "")
        elif kind < 0.56:
            what = (HARMLESS[rng.integers(len(HARMLESS))], "")
        elif kind < 0.8:
            what = (MOUTH_COVERS[rng.integers(len(MOUTH_COVERS))], "mouth")
        else:
            what = (EYE_COVERS[rng.integers(len(EYE_COVERS))], "eyes")
        seen, covered = drawn(chip, points, rng, photos, what)
        if rng.random() < 0.06 and what[1] == "mouth":
            seen, more = drawn(seen, points, rng, photos, ("glasses", "eyes") if rng.random() < 0.6 else ("clear", ""))
            covered = [covered[0], max(covered[1] or 0, more[1] or 0)]
        if rng.random() < 0.08:
            seen = half_shadow(np.clip(seen, 0, 255), points, rng, rng.uniform(0.05, 0.5))
        # A part that is really covered stays covered, whatever is drawn.
        covered = [r if r != 0 else c for r, c in zip(real, covered)]
        crops[i] = photographed(cropped(np.clip(seen, 0, 255).astype(np.uint8), SIDE, rng), rng)
        wanted[i] = [np.nan if c is None else c for c in covered]
        if i % 2000 == 0:
            print(i, flush=True)
    np.savez(out, crops=crops, wanted=wanted)


def network():
    import torch.nn as nn

    def conv(before, after, stride):
        return [nn.Conv2d(before, after, 3, stride, 1, bias=False), nn.BatchNorm2d(after), nn.ReLU(inplace=True)]

    layers = [*conv(3, 16, 2), *conv(16, 24, 2), *conv(24, 32, 1), *conv(32, 48, 2), *conv(48, 48, 1)]
    return nn.Sequential(*layers, nn.AvgPool2d(2), nn.Flatten(), nn.Dropout(0.2), nn.Linear(48 * 9, 2))


def train(path, out, epochs=16, batch=128):
    import torch

    torch.manual_seed(SEED)
    torch.set_num_threads(1)
    data = np.load(path)
    crops = torch.from_numpy(data["crops"]).permute(0, 3, 1, 2).contiguous()
    wanted = torch.from_numpy(data["wanted"])
    net = network()
    optimizer = torch.optim.AdamW(net.parameters(), 3e-3, weight_decay=1e-3)
    schedule = torch.optim.lr_scheduler.OneCycleLR(optimizer, 4e-3, total_steps=epochs * (len(crops) // batch))
    for epoch in range(epochs):
        net.train()
        losses = []
        for rows in torch.randperm(len(crops))[: len(crops) // batch * batch].split(batch):
            x, y = crops[rows].float(), wanted[rows]
            if torch.rand(1) < 0.5:
                x = x.flip(3)
            shift = torch.randint(-2, 3, (2,)).tolist()
            x = x.roll(shift, (2, 3))
            x = (x - 127.5) / 127.5 * (0.8 + 0.4 * torch.rand(batch, 1, 1, 1)) + 0.2 * torch.randn(batch, 1, 1, 1)
            known = ~y.isnan()
            loss = torch.nn.functional.binary_cross_entropy_with_logits(net(x)[known], y[known])
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
            schedule.step()
            losses.append(float(loss.detach()))
        print(epoch, round(float(np.mean(losses)), 4), flush=True)
        torch.save(net.state_dict(), out)


def write(path, out):
    import onnx
    import torch
    from onnx import TensorProto, helper, numpy_helper

    net = network()
    net.load_state_dict(torch.load(path))
    net.eval()
    nodes, weights, last = [], [], "input"

    def weight(name, value):
        weights.append(numpy_helper.from_array(value.detach().numpy().astype(np.float32), name))
        return name

    layers = list(net)
    for i, layer in enumerate(layers):
        if isinstance(layer, torch.nn.Conv2d):
            norm = layers[i + 1]
            # After training, batch norm is a factor and an offset.
            gain = norm.weight / torch.sqrt(norm.running_var + norm.eps)
            inputs = [last, weight(f"w{i}", layer.weight * gain[:, None, None, None]), weight(f"b{i}", norm.bias - norm.running_mean * gain)]
            nodes.append(helper.make_node("Conv", inputs, [f"c{i}"], kernel_shape=[3, 3], pads=[1] * 4, strides=list(layer.stride)))
            nodes.append(helper.make_node("Relu", [f"c{i}"], [f"r{i}"]))
            last = f"r{i}"
    linear = layers[-1]
    nodes.append(helper.make_node("AveragePool", [last], ["pooled"], kernel_shape=[2, 2], strides=[2, 2]))
    nodes.append(helper.make_node("Flatten", ["pooled"], ["flat"]))
    nodes.append(helper.make_node("Gemm", ["flat", weight("w", linear.weight), weight("b", linear.bias)], ["logits"], transB=1))
    graph = helper.make_graph(
        nodes, "covered",
        [helper.make_tensor_value_info("input", TensorProto.FLOAT, [1, 3, SIDE, SIDE])],
        [helper.make_tensor_value_info("logits", TensorProto.FLOAT, [1, 2])], weights,
    )
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 13)], producer_name="selfsame")
    model.ir_version = 8
    onnx.checker.check_model(model)
    onnx.save(model, out)


if __name__ == "__main__":
    cv2.setNumThreads(1)
    command, *rest = sys.argv[1:]
    {"pool": pool, "train": train, "write": write}[command](*rest)

"""Trains the network that detects overlays on document portraits: models/overlay/overlay-64.onnx. See scripts/train/README.md.

    python3 scripts/train/overlay.py pool OUT.npz COUNT FACES...   # draws overlays, covers and prints on the faces that are trained on
    python3 scripts/train/overlay.py train POOL.npz OUT.pt
    python3 scripts/train/overlay.py test OUT.pt FACES...          # by kind and by group, on the people who were held out
    python3 scripts/train/overlay.py write OUT.pt OUT.onnx

Seeded.
"""

import sys
from multiprocessing import Pool

import cv2
import numpy as np

from covered import SEED, network, part_of, read_faces
from covers import EYE_COVERS, HARMLESS, MOUTH_COVERS, cropped, drawn, half_shadow, photographed
from overlays import HELD_OUT, KINDS, overlaid, printed


SIDE = 64


def bare(chip, points, rng, photos):
    """A face as photos may show it, with or without a cover."""
    kind = rng.random()
    if kind < 0.45:
        chip = chip.astype(np.float32)
    elif kind < 0.75:
        chip, _ = drawn(chip, points, rng, photos, (HARMLESS[rng.integers(len(HARMLESS))], ""))
    elif kind < 0.87:
        chip, _ = drawn(chip, points, rng, photos, (MOUTH_COVERS[rng.integers(len(MOUTH_COVERS))], "mouth"))
    else:
        chip, _ = drawn(chip, points, rng, photos, (EYE_COVERS[rng.integers(len(EYE_COVERS))], "eyes"))
    if rng.random() < 0.08:
        chip = half_shadow(np.clip(chip, 0, 255), points, rng, rng.uniform(0.05, 0.5))
    return chip


def faces_of(names, part):
    return [(chip, points, path) for name in names for chip, points, path in zip(*read_faces(name)) if part_of(path) == part]


def samples(names, count, seed):
    rng = np.random.default_rng([SEED, seed])
    faces = faces_of(names, "train")
    photos = [chip for chip, _, _ in faces]
    crops, wanted = np.empty((count, SIDE, SIDE, 3), np.uint8), np.empty((count, 1), np.float32)
    for i in range(count):
        chip, points, _ = faces[rng.integers(len(faces))]
        label = 0
        if rng.random() < 0.45:
            seen, label = overlaid(chip.astype(np.float32), points, rng, KINDS[rng.integers(len(KINDS))])
        else:
            seen = bare(chip, points, rng, photos)
        if rng.random() < 0.25:
            seen = printed(seen, rng)
        crops[i] = photographed(cropped(np.clip(seen, 0, 255).astype(np.uint8), SIDE, rng), rng)
        wanted[i] = np.nan if label is None else label
    return crops, wanted


def pool(out, count, *names):
    parts = 8
    with Pool(2) as workers:
        drawn_parts = workers.starmap(samples, [(names, int(count) // parts, part) for part in range(parts)])
    np.savez(out, crops=np.concatenate([crops for crops, _ in drawn_parts]), wanted=np.concatenate([wanted for _, wanted in drawn_parts]))


def one_logit():
    import torch.nn as nn

    layers = list(network())
    return nn.Sequential(*layers[:-1], nn.Linear(48 * (SIDE // 16) ** 2, 1))


def train(path, out, epochs=8, batch=128):
    import torch

    torch.manual_seed(SEED)
    torch.set_num_threads(1)
    data = np.load(path)
    known = ~np.isnan(data["wanted"][:, 0])
    crops = torch.from_numpy(data["crops"][known]).permute(0, 3, 1, 2).contiguous()
    wanted = torch.from_numpy(data["wanted"][known])
    net = one_logit()
    optimizer = torch.optim.AdamW(net.parameters(), 3e-3, weight_decay=1e-3)
    schedule = torch.optim.lr_scheduler.OneCycleLR(optimizer, 4e-3, total_steps=epochs * (len(crops) // batch))
    for epoch in range(epochs):
        net.train()
        losses = []
        for rows in torch.randperm(len(crops))[: len(crops) // batch * batch].split(batch):
            x = crops[rows].float()
            if torch.rand(1) < 0.5:
                x = x.flip(3)
            x = (x - 127.5) / 127.5 * (0.8 + 0.4 * torch.rand(batch, 1, 1, 1)) + 0.2 * torch.randn(batch, 1, 1, 1)
            loss = torch.nn.functional.binary_cross_entropy_with_logits(net(x), wanted[rows])
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
            schedule.step()
            losses.append(float(loss.detach()))
        print(epoch, round(float(np.mean(losses)), 4), flush=True)
        torch.save(net.state_dict(), out)


def logits_of(net, crops):
    import torch

    with torch.no_grad():
        return net((torch.from_numpy(np.stack(crops)).permute(0, 3, 1, 2).float() - 127.5) / 127.5)[:, 0].numpy()


def test(path, *names):
    import torch

    rng = np.random.default_rng(SEED + 2)
    net = one_logit()
    net.load_state_dict(torch.load(path))
    net.eval()
    faces = faces_of(names, "held out")
    photos = [chip for chip, _, _ in faces]
    plain = logits_of(net, [cropped(chip, SIDE) for chip, _, _ in faces])
    groups = {}
    for (_, _, where), logit in zip(faces, plain):
        parts = where.split("/")
        groups.setdefault("lfw" if "lfw" in parts else "/".join(parts[-3:-1]), []).append(logit)

    def shares(logits):
        return "  ".join(f"{limit}: {np.mean(np.asarray(logits) >= limit):.3f}" for limit in (0, 1, 2, 3))

    for group, logits in sorted(groups.items()):
        print(f"bare {group:28} {len(logits):5}  {shares(logits)}")
    for name, make in (("covered or harmless", lambda c, p: bare(c, p, rng, photos)), ("printed", lambda c, p: printed(c.astype(np.float32), rng))):
        crops = [photographed(cropped(np.clip(make(c, p), 0, 255).astype(np.uint8), SIDE), rng) for c, p, _ in faces[:500]]
        print(f"{name:33} {len(crops):5}  {shares(logits_of(net, crops))}")
    for kind in (*dict.fromkeys(KINDS), *HELD_OUT):
        crops = []
        for chip, points, _ in faces[:500]:
            seen, label = overlaid(chip.astype(np.float32), points, rng, kind)
            if label == 1:
                crops.append(photographed(cropped(seen.astype(np.uint8), SIDE), rng))
        print(f"overlay {kind + (' (held out)' if kind in HELD_OUT else ''):25} {len(crops):5}  {shares(logits_of(net, crops))}")


def write(path, out):
    import onnx
    import torch
    from onnx import TensorProto, helper, numpy_helper

    net = one_logit()
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
            gain = norm.weight / torch.sqrt(norm.running_var + norm.eps)
            inputs = [last, weight(f"w{i}", layer.weight * gain[:, None, None, None]), weight(f"b{i}", norm.bias - norm.running_mean * gain)]
            nodes.append(helper.make_node("Conv", inputs, [f"c{i}"], kernel_shape=[3, 3], pads=[1] * 4, strides=list(layer.stride)))
            nodes.append(helper.make_node("Relu", [f"c{i}"], [f"r{i}"]))
            last = f"r{i}"
    linear = layers[-1]
    nodes.append(helper.make_node("AveragePool", [last], ["pooled"], kernel_shape=[2, 2], strides=[2, 2]))
    nodes.append(helper.make_node("Flatten", ["pooled"], ["flat"]))
    nodes.append(helper.make_node("Gemm", ["flat", weight("w", linear.weight), weight("b", linear.bias)], ["logit"], transB=1))
    graph = helper.make_graph(
        nodes, "overlay",
        [helper.make_tensor_value_info("input", TensorProto.FLOAT, [1, 3, SIDE, SIDE])],
        [helper.make_tensor_value_info("logit", TensorProto.FLOAT, [1, 1])], weights,
    )
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 13)], producer_name="selfsame")
    model.ir_version = 8
    onnx.checker.check_model(model)
    onnx.save(model, out)


if __name__ == "__main__":
    cv2.setNumThreads(1)
    command, *rest = sys.argv[1:]
    {"pool": pool, "train": train, "test": test, "write": write}[command](*rest)

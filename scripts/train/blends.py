"""Crops of faces: genuine, blended with themselves (Shiohara and Yamasaki 2022) or with another person, or disguised with spots.

All are disturbed in the same way.
"""

import cv2
import numpy as np

# Side of the network's input, and of the stored crop, pixels; training shifts the crop.
SIDE = 144
STORED = 152
# Pixels between the eyes, or from the eyes to the mouth if that is longer, so that a turned head is not larger.
FACE = 56
# Margin around a crop for changes of position and scale, pixels.
MARGIN = 24


def layout(points, side):
    """The similarity transform from a photo to its crop: a matrix of 2 x 3."""
    points = np.asarray(points, np.float64)
    left, right = points[36:42].mean(0), points[42:48].mean(0)
    mouth = (points[48] + points[54]) / 2
    size = max(np.hypot(*(right - left)), np.hypot(*((left + right) / 2 - mouth)))
    scale = FACE / size
    angle = np.arctan2(*(right - left)[::-1])
    cos, sin = scale * np.cos(angle), scale * np.sin(angle)
    turn = np.array([[cos, sin], [-sin, cos]])
    center = points.mean(0)
    shift = np.array([side / 2, side / 2]) - turn @ center
    return np.hstack([turn, shift[:, None]])


def cut(image, points, moves=False):
    """The crop and its landmarks. @param moves whether it has the margin that `moved` needs"""
    points = np.asarray(points, np.float32)
    side = STORED + 2 * MARGIN if moves else SIDE
    matrix = layout(points, side)
    scale = np.hypot(matrix[0, 0], matrix[0, 1])
    if scale < 0.5:  # Prevents aliasing.
        image = cv2.resize(image, None, fx=2 * scale, fy=2 * scale, interpolation=cv2.INTER_AREA)
        points = points * (2 * scale)
        matrix = layout(points, side)
    crop = cv2.warpAffine(image, matrix, (side, side), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REFLECT)
    return crop, (points @ matrix[:, :2].T + matrix[:, 2]).astype(np.float32)


def gaussian(image, sigma):
    return cv2.GaussianBlur(image, (0, 0), max(sigma, 0.05))


def wide(image):
    """Blurred by 20 pixels."""
    side = image.shape[0]
    small = cv2.resize(image, (side // 4, side // 4), interpolation=cv2.INTER_AREA)
    return cv2.resize(gaussian(small, 5), (side, side), interpolation=cv2.INTER_LINEAR)


def field(rng, side, cell, strength):
    """Smooth noise: random values at the distance of a cell, interpolated."""
    count = max(2, int(np.ceil(side / cell)) + 1)
    return cv2.resize(rng.normal(0, strength, (count, count)).astype(np.float32), (side, side), interpolation=cv2.INTER_CUBIC)


def spline(to_points, from_points, side, grid=20):
    """The thin-plate spline that maps each place of `to` to its place of `from`: two maps for cv2.remap."""
    n = len(to_points)
    unit = side / 2
    a, b = to_points / unit, from_points / unit
    apart = ((a[:, None] - a[None]) ** 2).sum(-1)
    kernel = 0.5 * apart * np.log(apart + 1e-9) + 3e-4 * np.eye(n)
    affine = np.hstack([np.ones((n, 1)), a])
    system = np.zeros((n + 3, n + 3))
    system[:n, :n], system[:n, n:], system[n:, :n] = kernel, affine, affine.T
    weights = np.linalg.solve(system, np.vstack([b, np.zeros((3, 2))]))
    axis = np.linspace(0, side - 1, grid)
    places = np.stack(np.meshgrid(axis, axis), -1).reshape(-1, 2) / unit
    apart = ((places[:, None] - a[None]) ** 2).sum(-1)
    mapped = 0.5 * apart * np.log(apart + 1e-9) @ weights[:n] + weights[n] + places @ weights[n + 1 :]
    mapped = (mapped * unit).reshape(grid, grid, 2).astype(np.float32)
    # Values lie at the axis's positions; cv2.resize would place them at the centers of cells.
    position = np.arange(side, dtype=np.float32) * (grid - 1) / (side - 1)
    px, py = np.meshgrid(position, position)
    return cv2.remap(mapped, px, py, cv2.INTER_LINEAR)


def outline(points, rng, shrink):
    """The face from the brows down, or a part of it, with random variation."""
    middle = points.mean(0)
    eyes = np.hypot(*(points[42:48].mean(0) - points[36:42].mean(0)))
    kind = rng.random()
    brows = points[17:27] - [0, eyes * rng.uniform(0.05, 0.45)]
    if kind < 0.75:
        chosen = np.vstack([points[:17], brows])
    elif kind < 0.9:
        chosen = np.vstack([points[2:15], points[17:27] - [0, eyes * 0.1]])
    else:
        chosen = np.vstack([points[17:68]])
    chosen = middle + shrink * (chosen - middle) + rng.normal(0, 0.02 * eyes, chosen.shape)
    return cv2.convexHull(chosen.astype(np.float32)).astype(np.int32)


def mask_of(points, side, rng):
    mask = np.zeros((side, side), np.float32)
    cv2.fillConvexPoly(mask, outline(points, rng, rng.uniform(0.82, 1.02)), 1)
    if rng.random() < 0.5:
        dx, dy = field(rng, side, 30, 2.5), field(rng, side, 30, 2.5)
        x, y = np.meshgrid(np.arange(side, dtype=np.float32), np.arange(side, dtype=np.float32))
        mask = cv2.remap(mask, x + dx, y + dy, cv2.INTER_LINEAR)
    eroded = gaussian(mask, rng.uniform(0.6, 7))
    return np.clip(eroded * rng.choice([1, 1, 1, 0.9]), 0, 1)[..., None]


def color_jitter(image, rng, strength):
    image = image * (1 + rng.normal(0, 0.06 * strength, 3)) + rng.normal(0, 7 * strength, 3)
    mean = image.mean((0, 1))
    return np.clip(mean + (image - mean) * (1 + rng.normal(0, 0.12 * strength)), 0, 255).astype(np.float32)


def self_blend(image, points, rng):
    """A photo blended by a mask with a slightly changed copy of itself."""
    side = image.shape[0]
    source, target = image, image
    changed = color_jitter(image, rng, rng.uniform(0.3, 1.4))
    choice = rng.random()
    if choice < 0.35:
        changed = gaussian(changed, rng.uniform(0.3, 1.4))
    elif choice < 0.6:
        changed = np.clip(changed + rng.uniform(0.3, 1.2) * (changed - gaussian(changed, 1)), 0, 255)
    if rng.random() < 0.5:
        source = changed
    else:
        target = changed
    scale, angle = rng.uniform(0.95, 1.05), rng.uniform(-3, 3)
    middle = points.mean(0)
    matrix = cv2.getRotationMatrix2D((float(middle[0]), float(middle[1])), angle, scale)
    matrix[:, 2] += rng.uniform(-0.03, 0.03, 2) * side
    x, y = np.meshgrid(np.arange(side, dtype=np.float32), np.arange(side, dtype=np.float32))
    mx = matrix[0, 0] * x + matrix[0, 1] * y + matrix[0, 2]
    my = matrix[1, 0] * x + matrix[1, 1] * y + matrix[1, 2]
    bend = rng.uniform(0, 1.8)
    mx, my = mx + field(rng, side, 24, bend), my + field(rng, side, 24, bend)
    source = cv2.remap(source, mx.astype(np.float32), my.astype(np.float32), cv2.INTER_LINEAR, borderMode=cv2.BORDER_REFLECT)
    mask = mask_of(points, side, rng)
    return mixed(target, source, mask, rng, 0.45), mask


def mixed(target, source, mask, rng, bands):
    """The source inside the mask; with probability `bands` only its structure coarser than some pixels."""
    if rng.random() < bands:
        # A sigma of a fiftieth of the distance between the eyes leaves only the finest detail to the target.
        sigma = rng.uniform(0.4, 2.7) if rng.random() < 0.6 else FACE / 50 * rng.uniform(0.7, 1.3)
        share = rng.choice([1, 1, 1, rng.uniform(0.6, 1)])
        source = share * gaussian(source, sigma) + (1 - share) * gaussian(target, sigma) + target - gaussian(target, sigma)
    return np.clip(target + mask * (source - target), 0, 255)


def warped(image, to_points, from_points):
    mapped = spline(to_points, from_points, image.shape[0])
    return cv2.remap(image, mapped[..., 0], mapped[..., 1], cv2.INTER_LINEAR, borderMode=cv2.BORDER_REFLECT)


# Landmarks of the outline, the brows, the nose and the corners of eyes and mouth.
FEW = np.r_[0:27, 30, 33, 36, 39, 42, 45, 48, 54, 57]


def real_blend(image, points, other, other_points, rng):
    """Another person's texture warped to this face, and the mask for blending it."""
    chosen = np.arange(68) if rng.random() < 0.6 else FEW
    source = warped(other, points[chosen], other_points[chosen])
    if rng.random() < 0.3:
        source = gaussian(source, rng.uniform(0.3, 1.2))
    side = image.shape[0]
    mask = mask_of(points, side, rng)
    how = rng.random()
    if how < 0.4:
        hard = (mask[..., 0] > 0.5).astype(np.uint8) * 255
        x, y, w, h = cv2.boundingRect(hard)
        if w > 20 and h > 20 and x > 1 and y > 1 and x + w < side - 1 and y + h < side - 1:
            eight_bit = [np.clip(one, 0, 255).astype(np.uint8) for one in (source, image)]
            # seamlessClone writes into the mask, so it gets a copy.
            source = cv2.seamlessClone(*eight_bit, hard.copy(), (x + w // 2, y + h // 2), cv2.NORMAL_CLONE).astype(np.float32)
            if rng.random() < 0.5:
                mask = gaussian((hard / 255).astype(np.float32), rng.uniform(0.3, 4))[..., None]
    elif how < 0.75:
        # Continues the colors at the edge into the inside, as multi-resolution blending does.
        rim = 4 * mask * (1 - mask)
        source = source + wide(rim * (gaussian(image, 1) - gaussian(source, 1))) / (wide(rim[..., 0])[..., None] + 1e-3)
    elif how < 0.97:
        inside = mask[..., 0] > 0.5
        if inside.sum() > 100:
            a, b = image[inside], source[inside]
            source = (source - b.mean(0)) * np.clip(a.std(0) / (b.std(0) + 1e-3), 0.5, 1.8) + a.mean(0)
    return mixed(image, np.clip(source, 0, 255), mask, rng, 0.75), mask


def turned_still(image, points, rng):
    """A photo warped as if the head had turned."""
    turn, nod = rng.uniform(-0.35, 0.35), rng.uniform(-0.25, 0.25)
    middle, half = points[27:36].mean(0), np.ptp(points[:, 0]) / 2
    depth = 1 - np.clip((((points - middle) / half) ** 2).sum(1), 0, 1)
    return warped(image, points + half * np.outer(depth - 0.3, [turn, nod]).astype(np.float32), points)


def spotted(image, rng, low, high):
    """Mottles and blotches from `low` to `high` levels, of 2 to 18 pixels for eyes 96 pixels apart."""
    side = image.shape[0]
    kinds = (((7, 18), 1), ((2, 6), 0.8))
    which = rng.integers(3)
    for n, (sizes, weight) in enumerate(kinds):
        if which != 1 - n:
            noise = gaussian(rng.normal(0, 1, (side, side)).astype(np.float32), rng.uniform(*sizes) * FACE / 96 / 2)
            image = image + (noise / (noise.std() + 1e-6) * rng.uniform(low, high) * weight)[..., None]
    return image


def disturbed(image, rng):
    """Effects of camera, network and codec on any photo, genuine or not, so that none of them reveals the class."""
    side = image.shape[0]
    if rng.random() < 0.4:
        image = color_jitter(image, rng, 1)
    for step in rng.permutation(["blur", "scale", "noise", "light", "sharpen"]):
        if step == "blur" and rng.random() < 0.22:
            image = gaussian(image, rng.uniform(0.3, 2))
        elif step == "scale" and rng.random() < 0.22:
            small = int(side * rng.uniform(0.28, 0.95))
            image = cv2.resize(cv2.resize(image, (small, small), interpolation=cv2.INTER_AREA), (side, side), interpolation=int(rng.choice([cv2.INTER_LINEAR, cv2.INTER_CUBIC])))
        elif step == "noise" and rng.random() < 0.2:
            noise = rng.normal(0, rng.uniform(0.5, 7), image.shape if rng.random() < 0.5 else (*image.shape[:2], 1)).astype(np.float32)
            if rng.random() < 0.5:
                noise = gaussian(noise, rng.uniform(0.4, 0.9)).reshape(noise.shape) * 1.5
            image = image + noise
        elif step == "light" and rng.random() < 0.12:
            image = image * (1 + field(rng, side, rng.uniform(50, 100), 0.12))[..., None]
        elif step == "sharpen" and rng.random() < 0.12:
            image = image + rng.uniform(0.2, 1) * (image - gaussian(image, 1))
        image = np.asarray(image, np.float32)
    image = np.clip(image, 0, 255).astype(np.uint8)
    if rng.random() < 0.65:
        image = compressed(image, int(rng.integers(30, 97)))
    return image


def moved(image, points, rng):
    """The crop and its landmarks, slightly shifted, rotated and scaled."""
    full = image.shape[0]
    matrix = cv2.getRotationMatrix2D((full / 2, full / 2), rng.uniform(-8, 8), rng.uniform(0.92, 1.1))
    matrix[:, 2] += (STORED - full) / 2 + rng.uniform(-5, 5, 2)
    out = cv2.warpAffine(image, matrix, (STORED, STORED), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REFLECT)
    return out.astype(np.float32), (points @ matrix[:, :2].T + matrix[:, 2]).astype(np.float32)


def compressed(crop, quality):
    return cv2.imdecode(cv2.imencode(".jpg", crop, [cv2.IMWRITE_JPEG_QUALITY, quality])[1], 1)


# Changes of a genuine crop that must not count as a blend.
controls = {
    "as they are": lambda crop, rng: crop,
    "blurred": lambda crop, rng: gaussian(crop, 1),
    "noise of 4 levels": lambda crop, rng: np.clip(crop + rng.normal(0, 4, crop.shape), 0, 255),
    "JPEG quality 50": lambda crop, rng: compressed(crop, 50),
}

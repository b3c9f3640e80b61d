/** Degrees: to the photo's right, and up. */
export interface Angles {
  readonly yaw: number;
  readonly pitch: number;
}

/** What to add to the angles, and how far off they are, in a unit of the caller's. */
export type Correction = Angles & { readonly far: number };

interface Patience {
  readonly tries: number;
  readonly closeEnough: number;
  /** Factor for the angles where no face is found: the head was turned too far. */
  readonly back: number;
}

/**
 * Turns a head until it is measured where it should be: one turn alone may be far off, depending on the photo.
 * @param show measures the head at these angles; undefined if no face is found
 * @returns the angles that came closest, and what they show; undefined if no face was ever found
 */
export async function turnedUntil<Shown>(
  first: Angles,
  show: (angles: Angles) => Promise<Shown | undefined>,
  correct: (shown: Shown) => Correction,
  { tries, closeEnough, back }: Patience,
): Promise<{ readonly angles: Angles; readonly shown: Shown } | undefined> {
  let { yaw, pitch } = first;
  let best: { readonly angles: Angles; readonly shown: Shown; readonly far: number } | undefined;
  for (let i = 0; i < tries; i++) {
    const angles = { yaw, pitch };
    const shown = await show(angles);
    if (!shown) {
      [yaw, pitch] = [yaw * back, pitch * back];
      continue;
    }
    const more = correct(shown);
    if (!best || more.far < best.far) best = { angles, shown, far: more.far };
    if (more.far < closeEnough) break;
    [yaw, pitch] = [yaw + more.yaw, pitch + more.pitch];
  }
  return best;
}

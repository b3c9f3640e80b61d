import assert from "node:assert/strict";
import { test } from "node:test";
import type { SpoofEntry } from "@selfsame/face/manifest";
import { leftOutFigures } from "./left-out.ts";
import type { Seen } from "./analyze-all.ts";
import { describeLeftOut } from "./report/report.ts";

const entry = { networks: [{ weight: 1 }, { weight: 1 }], bezel: { weight: 1 } } as unknown as SpoofEntry;

interface Shot {
  readonly live: boolean;
  readonly odds: readonly [number, number];
  readonly bezel?: number;
}

/** Twenty people of a source, each with a bona fide photo and an attack. */
function source(name: string, of: (live: boolean, i: number) => Omit<Shot, "live">) {
  return [true, false].flatMap((live) =>
    Array.from({ length: 20 }, (_, i) => {
      const { odds, bezel = 0 } = of(live, i);
      const path = `${name}/${live}/${i}`;
      const seen: Seen = {
        path,
        outcome: "analyzed",
        faces: 1,
        milliseconds: 1,
        live: 0.5,
        parts: { odds, edges: 0, bezel },
      };
      return { photo: { path, live, source: name, kind: name, who: path }, seen };
    }),
  );
}

const figuresOf = (...sources: readonly ReturnType<typeof source>[]) => {
  const all = sources.flat();
  return leftOutFigures(
    all.map(({ photo }) => photo),
    new Map(all.map(({ photo, seen }) => [photo.path, seen])),
    entry,
  );
};

/** The first network separates bona fide photos and attacks, the second gives no information. */
const told = (live: boolean, i: number) => ({ odds: [(live ? 4 : -4) + i / 10, i % 2] }) as const;

test("a source is judged by what the others taught, not by itself", () => {
  // In c the first network is always wrong and a bezel would reveal attacks; neither can be learned from the other sources.
  const strange = (live: boolean, i: number) => ({ odds: [(live ? -4 : 4) + i / 10, 0], bezel: live ? 0 : 2 }) as const;
  const figures = figuresOf(source("a", told), source("b", told), source("c", strange));
  const of = Object.fromEntries(
    (figures?.kinds ?? []).map(({ kind, weights, atOthers }) => [kind, { weights, ...atOthers }]),
  );
  assert.ok((of["c"]?.apcer.rate ?? 0) >= 0.9);
  assert.ok((of["c"]?.bpcer?.rate ?? 0) >= 0.9);
  assert.equal(of["c"]?.weights[2], 0, "no weight for what the others do not show");
  assert.ok((of["a"]?.weights[2] ?? 0) > 0);
});

test("what tells in each source tells in the one left out, with about the share of bona fide refused that was asked for", () => {
  const figures = figuresOf(source("a", told), source("b", told), source("c", told));
  assert.ok(figures?.kinds.every(({ atOthers }) => atOthers.apcer.rate === 0 && (atOthers.bpcer?.rate ?? 1) <= 0.05));
  assert.equal(figures?.bonaFide?.people, 60);
  assert.match(figures ? describeLeftOut(figures) : "", /Source left out.*\n.* sum >= .* weights/);
});

test("of two sources, or one without attacks, nothing is said", () => {
  assert.equal(figuresOf(source("a", told), source("b", told)), undefined);
  const bonaFide = source("c", told).filter(({ photo }) => photo.live);
  assert.equal(figuresOf(source("a", told), source("b", told), bonaFide), undefined);
});

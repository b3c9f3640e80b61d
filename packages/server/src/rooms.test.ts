import assert from "node:assert/strict";
import { globSync, readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { test } from "node:test";

const src = import.meta.dirname;

/** Each wing may import only those after it. */
const wings = ["features", "accounts", "liveness", "documents", "photo", "platform"];

/** Which folders each folder imports. A file beside the folders is a room of its own. */
function roomsImported(): ReadonlyMap<string, ReadonlySet<string>> {
  const rooms = new Map<string, Set<string>>();
  for (const file of globSync("**/*.ts", { cwd: src })) {
    if (file.endsWith(".test.ts")) continue;
    const room = roomOf(file);
    const imported = rooms.get(room) ?? new Set();
    rooms.set(room, imported);
    for (const [, specifier = ""] of readFileSync(join(src, file), "utf8").matchAll(
      /(?:from|import\()\s*"(\.[^"]+)"/g,
    )) {
      const other = roomOf(relative(src, join(src, dirname(file), specifier)));
      if (other !== room && other !== "..") imported.add(other);
    }
  }
  return rooms;
}

/** A folder of a wing, or a file or folder beside the wings. `documents` is one room. */
const roomOf = (file: string): string => {
  const [first = file, second] = file.split("/");
  return wings.includes(first) && first !== "documents" && second !== undefined ? `${first}/${second}` : first;
};

function circleFrom(rooms: ReadonlyMap<string, ReadonlySet<string>>): readonly string[] | undefined {
  const done = new Set<string>();
  const walk = (room: string, path: readonly string[]): readonly string[] | undefined => {
    if (path.includes(room)) return [...path.slice(path.indexOf(room)), room];
    if (done.has(room)) return undefined;
    for (const other of rooms.get(room) ?? []) {
      const circle = walk(other, [...path, room]);
      if (circle) return circle;
    }
    done.add(room);
    return undefined;
  };
  for (const room of rooms.keys()) {
    const circle = walk(room, []);
    if (circle) return circle;
  }
  return undefined;
}

test("no folder imports one that leads back to it", () => {
  const rooms = roomsImported();
  assert.ok(rooms.size > 25, "the folders are found");
  assert.deepEqual(circleFrom(rooms), undefined);
});

test("each wing imports only those after it", () => {
  const wingOf = (room: string) => wings.indexOf(room.split("/")[0] ?? room);
  const backwards = [...roomsImported()].flatMap(([room, others]) =>
    [...others]
      .filter((other) => wingOf(room) >= 0 && (wingOf(other) < 0 || wingOf(other) < wingOf(room)))
      .map((other) => `${room} imports ${other}`),
  );
  assert.deepEqual(backwards, []);
});

test("the server imports neither the program nor the lab, which import it", () => {
  const files = globSync("**/*.ts", { cwd: src }).filter((file) => !file.endsWith(".test.ts"));
  const backwards = files.filter((file) => /"@selfsame\/(?:cli|lab)\//.test(readFileSync(join(src, file), "utf8")));
  assert.deepEqual(backwards, []);
});

test("a circle is found, with its way", () => {
  const rooms = new Map([
    ["a", new Set(["b"])],
    ["b", new Set(["c"])],
    ["c", new Set(["b"])],
  ]);
  assert.deepEqual(circleFrom(rooms), ["b", "c", "b"]);
});

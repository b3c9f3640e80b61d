import assert from "node:assert/strict";
import { globSync, readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { test } from "node:test";

const packages = join(import.meta.dirname, "../..");

/** Each package may import only those named here. */
const mayImport: Readonly<Record<string, readonly string[]>> = {
  face: [],
  platform: [],
  photo: ["face", "platform"],
  server: ["face", "platform", "photo", "texts"],
  lab: ["face", "platform", "photo", "server"],
};

/** Each wing of the server may import only those after it. */
const wings = ["features", "accounts", "liveness", "documents"];

/** The product code of a package: files relative to its `src`, with their texts. */
function sourcesOf(name: string): readonly { readonly file: string; readonly text: string }[] {
  const src = join(packages, name, "src");
  const files = globSync("**/*.ts", { cwd: src }).filter((file) => !/\.test\.ts$|(?:^|\/)testing\//.test(file));
  return files.map((file) => ({ file, text: readFileSync(join(src, file), "utf8") }));
}

/** Which folders each folder of a package imports. A file beside the folders is a room of its own. */
function roomsImported(name: string): ReadonlyMap<string, ReadonlySet<string>> {
  const rooms = new Map<string, Set<string>>();
  for (const { file, text } of sourcesOf(name)) {
    const room = roomOf(file);
    const imported = rooms.get(room) ?? new Set();
    rooms.set(room, imported);
    for (const [, specifier = ""] of text.matchAll(/(?:from|import\()\s*"(\.[^"]+)"/g)) {
      const other = roomOf(relative(".", join(dirname(file), specifier)));
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
  const all = ["face", "platform", "photo", "server"].map((name) => ({ name, rooms: roomsImported(name) }));
  assert.ok(all.reduce((sum, { rooms }) => sum + rooms.size, 0) > 60, "the folders are found");
  for (const { name, rooms } of all) assert.deepEqual(circleFrom(rooms), undefined, name);
});

test("each wing of the server imports only those after it", () => {
  const wingOf = (room: string) => wings.indexOf(room.split("/")[0] ?? room);
  const backwards = [...roomsImported("server")].flatMap(([room, others]) =>
    [...others]
      .filter((other) => wingOf(room) >= 0 && (wingOf(other) < 0 || wingOf(other) < wingOf(room)))
      .map((other) => `${room} imports ${other}`),
  );
  assert.deepEqual(backwards, []);
});

test("each package imports only those below it", () => {
  for (const [name, allowed] of Object.entries(mayImport)) {
    const imported = sourcesOf(name).flatMap(({ file, text }) =>
      Array.from(text.matchAll(/"@selfsame\/([\w-]+)\//g), ([, other = ""]) => ({ file, other })),
    );
    const backwards = imported.filter(({ other }) => !allowed.includes(other));
    assert.deepEqual(backwards, [], name);
    for (const other of allowed)
      assert.ok(
        imported.some((one) => one.other === other),
        `${name} imports ${other}`,
      );
  }
});

test("a circle is found, with its way", () => {
  const rooms = new Map([
    ["a", new Set(["b"])],
    ["b", new Set(["c"])],
    ["c", new Set(["b"])],
  ]);
  assert.deepEqual(circleFrom(rooms), ["b", "c", "b"]);
});

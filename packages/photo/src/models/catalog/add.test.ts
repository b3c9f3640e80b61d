import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type IncomingMessage, type RequestListener } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { type TestContext, test } from "node:test";
import { deflateRawSync } from "node:zlib";
import { mosaicModel } from "../../../testing/engine/small-models.ts";
import { defaultManifestPath } from "../default-manifest-path.ts";
import { readManifest } from "../manifest.ts";
import { addModel } from "./add.ts";
import { type CatalogEntry, catalogEntry, readCatalog } from "./catalog.ts";
import { renderCatalogPage } from "./catalog-page.ts";
import { folderOf, readInstalled } from "./installed.ts";

const model = mosaicModel(14);
const sha256 = createHash("sha256").update(model).digest("hex");
const first = catalogEntry("auraface-v1");
const entry: CatalogEntry = {
  ...first,
  name: "mosaic",
  source: { url: "https://models.example.com/files/mosaic.onnx" },
  sizeBytes: model.length,
  sha256,
  dimensions: 192,
};

const modelsFolder = dirname(defaultManifestPath);

function folder(t: TestContext): string {
  const dir = mkdtempSync(join(tmpdir(), "selfsame-add-"));
  t.after(() => rmSync(dir, { recursive: true }));
  return dir;
}

/** A mirror on this machine, named by the operator. */
async function mirror(
  t: TestContext,
  answer: RequestListener,
): Promise<{ readonly url: string; readonly asked: IncomingMessage[] }> {
  const asked: IncomingMessage[] = [];
  const sockets = new Set<Socket>();
  const server = createServer((request, response) => {
    asked.push(request);
    answer(request, response);
  });
  server.on("connection", (socket: Socket) => sockets.add(socket));
  await new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve));
  t.after(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/models/`, asked };
}

const noProgress = () => ({ step: () => undefined, end: () => undefined });

function adding(
  modelsDir: string,
  { url, ...changes }: { readonly url?: string } & Partial<CatalogEntry> = {},
  file?: string,
) {
  const said: string[] = [];
  const mirrorHost = url === undefined ? undefined : new URL(url).host;
  const added = addModel({
    entry: { ...entry, ...changes },
    file,
    modelsDir,
    mirror: url,
    fetching: { mirrorHost, stallTimeoutMs: 1_000, startProgress: noProgress },
    say: (line) => void said.push(line),
  });
  return { added, said };
}

function assertNothingInstalled(modelsDir: string): void {
  assert.equal(existsSync(folderOf(modelsDir, "mosaic")), false);
  assert.deepEqual(
    readdirSync(join(modelsDir, "added")).filter((name) => name.startsWith(".adding")),
    [],
  );
}

test("a model from a mirror is whole, and its manifest says the rest as ours does", async (t) => {
  const modelsDir = folder(t);
  const host = await mirror(t, (_, response) => response.end(model));
  await adding(modelsDir, { url: host.url }).added;
  assert.equal(host.asked[0]?.url, "/models/mosaic/mosaic.onnx");
  const { manifest } = readInstalled(modelsDir, "mosaic");
  assert.deepEqual(manifest.models.detect, readManifest().models.detect);
  const { embed } = manifest.models;
  assert.deepEqual([embed.input.name, embed.outputs.embedding, embed.sha256], ["face", "mosaic", sha256]);
  assert.equal(embed.calibration, undefined, "ours is of another recognizer");
  await assert.rejects(adding(modelsDir, { url: host.url }).added, /is there already/);
  assert.deepEqual(readdirSync(join(modelsDir, "added")), ["mosaic"]);
});

test("a file that was brought by hand is taken without a host, and an unknown hash is recorded", async (t) => {
  const modelsDir = folder(t);
  const file = join(modelsDir, "brought.onnx");
  writeFileSync(file, model);
  const { added, said } = adding(modelsDir, { sha256: null, sizeBytes: null }, file);
  await added;
  assert.deepEqual(said, [`SHA-256 of mosaic, recorded: ${sha256}`]);
  assert.equal(readInstalled(modelsDir, "mosaic").manifest.models.embed.sizeBytes, model.length);
});

test("an interrupted download goes on where it stopped, and begins anew where the file has changed", async (t) => {
  const modelsDir = folder(t);
  let etag = '"one"';
  let whole = false;
  const host = await mirror(t, (request, response) => {
    const from =
      request.headers["if-range"] === etag ? Number(/bytes=(\d+)-/.exec(request.headers.range ?? "")?.[1]) : 0;
    const rest = model.subarray(from);
    response.writeHead(from > 0 ? 206 : 200, {
      etag,
      "content-length": rest.length,
      ...(from > 0 && { "content-range": `bytes ${from}-${model.length - 1}/${model.length}` }),
    });
    if (whole) return response.end(rest);
    response.write(rest.subarray(0, 50));
  });
  await assert.rejects(
    adding(modelsDir, { url: host.url }).added,
    /did not arrive whole.*goes on where this one stopped/,
  );
  assertNothingInstalled(modelsDir);
  await assert.rejects(adding(modelsDir, { url: host.url }).added, /did not arrive whole/);
  assert.equal(host.asked[1]?.headers.range, "bytes=50-");
  etag = '"two"';
  whole = true;
  await adding(modelsDir, { url: host.url }).added;
  assert.equal(host.asked[2]?.headers.range, "bytes=100-");
  assert.deepEqual(readFileSync(join(folderOf(modelsDir, "mosaic"), "model.onnx")), model);
});

test("a host that ignores where to go on from, or says that there is nothing more, is asked for all of it", async (t) => {
  const modelsDir = folder(t);
  let asked = 0;
  const host = await mirror(t, (request, response) => {
    asked++;
    response.setHeader("etag", '"one"');
    if (asked === 1) return response.writeHead(200, { "content-length": model.length }).write(model.subarray(0, 100));
    if (request.headers.range !== undefined) return response.writeHead(416).end();
    response.end(model);
  });
  await assert.rejects(adding(modelsDir, { url: host.url }).added, /did not arrive whole/);
  await adding(modelsDir, { url: host.url }).added;
  assert.equal(asked, 3);
});

const wrong = mosaicModel(7);
const problems: Readonly<Record<string, readonly [RequestListener, RegExp]>> = {
  "another file": [
    (_, response) => response.end(wrong.subarray(0, 50)),
    /is not mosaic: it has SHA-256 .* It was not opened/,
  ],
  "more than it should be": [(_, response) => response.end(Buffer.alloc(model.length + 1)), /sends more than/],
  "more than it said": [
    (_, response) => response.writeHead(200, { "transfer-encoding": "chunked" }).end(Buffer.alloc(model.length * 100)),
    /sends more than/,
  ],
  "an error page": [(_, response) => response.writeHead(404).end("no"), /answered 404/],
  silence: [() => undefined, /did not arrive whole/],
  "a stall in the middle": [
    (_, response) => void response.writeHead(200, { "content-length": model.length }).write("x"),
    /did not arrive whole/,
  ],
  "a part, and hangs up": [
    (_, response) =>
      void response
        .writeHead(200, { "content-length": model.length })
        .write(model.subarray(0, 100), () => response.socket?.end()),
    /did not arrive whole/,
  ],
  "a redirect to the cloud's metadata": [
    (_, response) => response.writeHead(302, { location: "https://169.254.169.254/latest" }).end(),
    /169\.254\.169\.254 is not a public address, where no model is downloaded from/,
  ],
  "a redirect into the private network": [
    (_, response) => response.writeHead(302, { location: "https://10.0.0.1/mosaic.onnx" }).end(),
    /10\.0\.0\.1 is not a public address/,
  ],
  "a redirect without TLS": [
    (_, response) => response.writeHead(302, { location: "http://models.example.com/mosaic.onnx" }).end(),
    /not asked without TLS/,
  ],
  "redirects without an end": [
    (request, response) => response.writeHead(302, { location: request.url }).end(),
    /redirects too often/,
  ],
};
for (const [what, [answer, message]] of Object.entries(problems)) {
  test(`a host that sends ${what} leaves nothing installed`, async (t) => {
    const modelsDir = folder(t);
    const host = await mirror(t, answer);
    await assert.rejects(adding(modelsDir, { url: host.url }).added, message);
    assertNothingInstalled(modelsDir);
  });
}

interface Member {
  readonly name: string;
  readonly bytes: Buffer;
  readonly says?: number;
  readonly packed?: Buffer;
}

/** A zip archive as in PKWARE's APPNOTE, which states any sizes it is given. */
function zip(...members: readonly Member[]): Buffer {
  const locals: Buffer[] = [];
  const entries = members.map(({ name, bytes, says = bytes.length, packed = deflateRawSync(bytes) }) => {
    const at = locals.reduce((sum, { length }) => sum + length, 0);
    const local = Buffer.alloc(30);
    local.writeUInt32LE(0x04034b50, 0);
    local.writeUInt16LE(name.length, 26);
    locals.push(local, Buffer.from(name), packed);
    const central = Buffer.alloc(46);
    central.writeUInt32LE(0x02014b50, 0);
    central.writeUInt16LE(8, 10);
    central.writeUInt32LE(packed.length, 20);
    central.writeUInt32LE(says, 24);
    central.writeUInt16LE(name.length, 28);
    central.writeUInt32LE(at, 42);
    return Buffer.concat([central, Buffer.from(name)]);
  });
  const [body, directory] = [Buffer.concat(locals), Buffer.concat(entries)];
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(members.length, 10);
  end.writeUInt32LE(directory.length, 12);
  end.writeUInt32LE(body.length, 16);
  return Buffer.concat([body, directory, end]);
}

const archived = { source: { url: "https://models.example.com/pack.zip", member: "mosaic.onnx" } };
const other = { name: "pack/detector.onnx", bytes: Buffer.from("another") };

test("of an archive one file is taken, in whatever folder it lies, and no path in it leads anywhere", async (t) => {
  for (const name of ["mosaic.onnx", "pack/mosaic.onnx", "../../mosaic.onnx"]) {
    const modelsDir = folder(t);
    const host = await mirror(t, (_, response) => response.end(zip(other, { name, bytes: model })));
    await adding(modelsDir, { url: host.url, ...archived }).added;
    assert.deepEqual(readdirSync(folderOf(modelsDir, "mosaic")).toSorted(), [
      "catalog.json",
      "manifest.json",
      "model.onnx",
    ]);
    assert.deepEqual(readdirSync(modelsDir), ["added"]);
  }
});

const archives: Readonly<Record<string, readonly [Buffer, RegExp]>> = {
  "no archive": [Buffer.from("PK, it says"), /The archive is damaged/],
  "an archive without the file": [zip(other), /has no mosaic\.onnx/],
  "an archive with two of them": [
    zip({ name: "a/mosaic.onnx", bytes: model }, { name: "b/mosaic.onnx", bytes: wrong }),
    /2 files of the name/,
  ],
  "gigabytes in kilobytes": [zip({ name: "mosaic.onnx", bytes: Buffer.alloc(10_000_000) }), /larger than it may be/],
  "more than it says": [zip({ name: "mosaic.onnx", bytes: Buffer.alloc(10_000_000), says: 10 }), /longer than it says/],
  "less than it says": [zip({ name: "mosaic.onnx", bytes: Buffer.alloc(10), says: 20 }), /shorter than it says/],
  "broken compression": [zip({ name: "mosaic.onnx", bytes: model, packed: Buffer.alloc(20, 255) }), /is damaged/],
  "an archive cut off": [zip({ name: "mosaic.onnx", bytes: model }).subarray(40), /is damaged/],
};
for (const [what, [bytes, message]] of Object.entries(archives)) {
  test(`a host that sends ${what} leaves nothing installed, not even for the next time`, async (t) => {
    const modelsDir = folder(t);
    const host = await mirror(t, (_, response) => response.setHeader("etag", '"one"').end(bytes));
    await assert.rejects(adding(modelsDir, { url: host.url, ...archived }).added, message);
    assertNothingInstalled(modelsDir);
    assert.deepEqual(readdirSync(join(modelsDir, "added")), []);
  });
}

test("without a mirror a private address is refused, whatever the catalog says", async (t) => {
  const modelsDir = folder(t);
  await assert.rejects(
    adding(modelsDir, { source: { url: "https://127.0.0.1/mosaic.onnx" } }).added,
    /127\.0\.0\.1 is not a public address/,
  );
  assertNothingInstalled(modelsDir);
});

const files: Readonly<Record<string, readonly [Buffer, RegExp, Partial<CatalogEntry>?]>> = {
  "is no ONNX model": [Buffer.from("hello"), /is not an ONNX model/],
  "gives another number of numbers": [model, /gives 192 numbers instead of 512/, { dimensions: 512 }],
  "takes another size": [
    model,
    /cannot be run: its input face is not float32 1x3x112x96/,
    { input: { ...entry.input, width: 96 } },
  ],
};
for (const [what, [bytes, message, changes]] of Object.entries(files)) {
  test(`a model that ${what} is not installed`, async (t) => {
    const modelsDir = folder(t);
    const file = join(modelsDir, "brought.onnx");
    writeFileSync(file, bytes);
    await assert.rejects(adding(modelsDir, { sha256: null, ...changes }, file).added, message);
    assertNothingInstalled(modelsDir);
  });
}

test("two processes do not add one model at once; what a killed one left is in nobody's way", async (t) => {
  const modelsDir = folder(t);
  const host = await mirror(t, (_, response) => response.end(model));
  await adding(modelsDir, { url: host.url }).added;
  rmSync(folderOf(modelsDir, "mosaic"), { recursive: true });
  const lock = join(modelsDir, "added", ".mosaic.lock");
  writeFileSync(lock, String(process.ppid));
  await assert.rejects(adding(modelsDir, { url: host.url }).added, /is being added by process/);
  // Above the highest process number of Linux, macOS and Windows.
  writeFileSync(lock, "99999999");
  await adding(modelsDir, { url: host.url }).added;
  assert.equal(existsSync(lock), false);
});

test("a second recognizer is added beside the first of the default, without what was measured of the default's own", async (t) => {
  const modelsDir = folder(t);
  const file = join(modelsDir, "brought.onnx");
  writeFileSync(file, model);
  await adding(modelsDir, { second: { id: "mosaic-second", weight: 0.4, band: 4 } }, file).added;
  const { second, ...first } = readInstalled(modelsDir, "mosaic").manifest.models.embed;
  const shipped = readManifest().models.embed;
  assert.deepEqual([first.id, first.sha256, first.calibration], ["mosaic", shipped.sha256, undefined]);
  assert.deepEqual(
    [second?.id, second?.weight, second?.band, second?.calibration],
    ["mosaic-second", 0.4, 4, undefined],
  );
});

test("the card of each model of the catalog is what the catalog says (npm run docs writes it)", () => {
  assert.equal(readFileSync(join(modelsFolder, "cards/catalog.md"), "utf8"), renderCatalogPage());
});

test("the catalog of the repository is valid, and what restricts commercial use has a sentence to accept", () => {
  const models = readCatalog();
  assert.equal(new Set(models.map(({ name }) => name)).size, models.length);
  for (const { name, license } of models) {
    assert.equal(license.accept !== undefined, license.commercial !== "yes", name);
  }
});

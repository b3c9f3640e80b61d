/** What a full copy of the service's memory and disk reveals after a session whose photos were sealed. */
import assert from "node:assert/strict";
import { generateKeyPairSync } from "node:crypto";
import { globSync, readFileSync, statSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { setupLink } from "../testing/dashboard.ts";
import { reference, selfie } from "../testing/photos.ts";
import { countInMemory, noMemory, processesOf } from "../testing/process-memory.ts";
import { type RunningServer, startServer } from "../testing/server.ts";

/** Node's HTTP parser reads all requests of a process into one buffer of this size, which nothing else overwrites. */
const parserBytes = 64 * 1024;
const windowBytes = 64;

/** Pieces of the photo's compressed pixels. */
const piecesOf = (photo: Buffer): readonly Buffer[] =>
  [0.2, 0.35, 0.5, 0.65, 0.8, 0.95].map((share) => {
    const at = Math.floor(photo.length * share);
    return photo.subarray(at, at + windowBytes);
  });

describe("memory and disk after a session with sealed photos", { skip: noMemory(process.pid) }, () => {
  let folder: string;
  let server: RunningServer;
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), "selfsame-memory-"));
    server = await startServer({ SELFSAME_DATA_DIR: folder, TMPDIR: folder, SELFSAME_WORKERS: "1" });
  });
  after(async () => {
    await server.stop();
    await rm(folder, { recursive: true, force: true });
  });

  async function ask(method: string, path: string, body: FormData | object, headers: Record<string, string>) {
    const isForm = body instanceof FormData;
    const response = await fetch(server.url + path, {
      method,
      headers: { origin: server.url, ...headers, ...(!isForm && { "content-type": "application/json" }) },
      body: isForm ? body : JSON.stringify(body),
    });
    const text = await response.text();
    assert.ok(response.ok, `${path}: ${text}`);
    return {
      data: JSON.parse(text).data,
      cookie: response.headers
        .getSetCookie()
        .map((one) => one.split(";")[0])
        .join("; "),
    };
  }
  const form = (name: string, photo: Buffer, more: Readonly<Record<string, string>> = {}) => {
    const made = new FormData();
    made.append(name, new Blob([new Uint8Array(photo)]));
    for (const [field, text] of Object.entries(more)) made.append(field, text);
    return made;
  };
  const inMemory = (patterns: readonly Buffer[]): readonly number[] =>
    processesOf(server.pid)
      .map((pid) => countInMemory(pid, patterns))
      .reduce((sums, counts) => sums.map((sum, index) => sum + (counts[index] ?? 0)));

  test("no piece of a photo is left but what Node read last, and that only until the next upload", async (t) => {
    const refused = noMemory(server.pid);
    if (refused) return t.skip(refused);
    const setup = { email: "owner@example.com", password: "correct horse battery" };
    const secret = setupLink(server).split("/").at(-1);
    const { cookie } = await ask("POST", "/api/dashboard/setup", { secret, ...setup }, {});
    const publicKey = generateKeyPairSync("x25519").publicKey.export({ format: "jwk" });
    await ask("PATCH", "/api/dashboard/account/settings", { evidence: { publicKey } }, { cookie });
    const authorization = `Bearer ${server.privateKey}`;
    const branding = { name: "Aurora Bank", privacy_url: "https://example.com/privacy" };
    await ask("POST", "/api/v3/branding", branding, { authorization });
    const made = await ask("POST", "/api/v3/sessions", form("reference", reference, { challenge: "off" }), {
      authorization,
    });
    const link = {
      authorization: `Bearer ${made.data.url.split("#")[1]}`,
      "selfsame-device": "device000000000000000d",
    };
    await ask("POST", "/api/v3/session/start", { consent_version: "2026-11" }, link);
    const { data } = await ask("POST", "/api/v3/session/complete", form("selfie", selfie), link);
    assert.equal(data.outcome, "done");

    const [ofReference, ofSelfie] = [piecesOf(reference), piecesOf(selfie)];
    const [key = 0, ...counts] = inMemory([Buffer.from(server.privateKey), ...ofReference, ...ofSelfie]);
    assert.ok(key > 0, "what is in memory is found");
    // The selfie was sent last, so its last bytes, as many as the parser's buffer holds, may occur once.
    const isLast = (index: number) => index >= ofReference.length && selfie.length - parserBytes < selfie.length * 0.95;
    for (const [index, count] of counts.entries())
      assert.ok(count <= (isLast(index) ? 1 : 0), `piece ${index}: ${count}`);

    await fetch(`${server.url}/api/v3/session/complete`, {
      method: "POST",
      headers: link,
      body: form("selfie", Buffer.alloc(2 * parserBytes)),
    });
    assert.deepEqual(new Set(inMemory([...ofReference, ...ofSelfie])), new Set([0]), "after another upload");

    const files = globSync(join(folder, "**/*")).filter((file) => statSync(file).isFile());
    const stored = Buffer.concat(files.map((file) => readFileSync(file)));
    assert.ok(stored.includes(String(publicKey["x"])), "what is on the disk is found");
    for (const piece of [...ofReference, ...ofSelfie]) assert.equal(stored.indexOf(piece), -1);
  });
});

/**
 * `node bench/compatible.ts [ROUNDS]`: latency of a comparison through `POST /api/v3/verify`, Rekognition's CompareFaces and CompreFace's
 * verification: one service, the same photos, in turns.
 */
import { CompareFacesCommand, RekognitionClient } from "@aws-sdk/client-rekognition";
import { startServer } from "../testing/server.ts";
import { selfies } from "./photos.ts";

const [rounds = "200"] = process.argv.slice(2);
const warmUp = 10;

const at = (all: readonly number[], share: number) =>
  all.toSorted((a, b) => a - b)[Math.floor(all.length * share)] ?? 0;

const server = await startServer({ LOG_LEVEL: "error", SELFSAME_COMPATIBLE: "rekognition,compreface" });
try {
  const printed = await server.command(["keys", "create", "Bench", "--aws"]);
  const valueOf = (name: string) => new RegExp(`^${name}: (\\S+)$`, "m").exec(printed)?.[1] ?? "";
  const key = valueOf("Key");
  const credentials = {
    accessKeyId: valueOf("AWS access key id"),
    secretAccessKey: valueOf("AWS secret access key"),
  };
  const client = new RekognitionClient({ region: "eu-central-1", endpoint: server.url, credentials });
  const [one, other] = (await selfies()) as [Buffer, Buffer];
  const formOf = (reference: string, selfie: string) => {
    const form = new FormData();
    form.append(reference, new Blob([new Uint8Array(one)]));
    form.append(selfie, new Blob([new Uint8Array(other)]));
    return form;
  };
  const post = async (path: string, headers: Record<string, string>, body: FormData) => {
    const response = await fetch(server.url + path, { method: "POST", headers, body });
    if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
    await response.arrayBuffer();
  };
  const calls = {
    "POST /api/v3/verify": () =>
      post("/api/v3/verify", { authorization: `Bearer ${key}` }, formOf("reference", "selfie")),
    CompareFaces: () =>
      client.send(new CompareFacesCommand({ SourceImage: { Bytes: one }, TargetImage: { Bytes: other } })),
    "POST /api/v1/verification/verify": () =>
      post("/api/v1/verification/verify", { "x-api-key": key }, formOf("source_image", "target_image")),
  };
  const times: Record<string, number[]> = {};
  for (let round = -warmUp; round < Number(rounds); round++) {
    for (const [name, call] of Object.entries(calls)) {
      const startMs = performance.now();
      await call();
      if (round >= 0) (times[name] ??= []).push(performance.now() - startMs);
    }
  }
  const usual = at(times["POST /api/v3/verify"] ?? [], 0.5);
  for (const [name, all] of Object.entries(times)) {
    const p50 = at(all, 0.5);
    console.log(
      `${name}: p50 ${p50.toFixed(1)} ms (p95 ${at(all, 0.95).toFixed(1)}), ${(p50 / usual).toFixed(3)} of v3`,
    );
  }
} finally {
  await server.stop();
}

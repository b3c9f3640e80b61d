/** 200 concurrent uploads of logos that are slow to draw, while another account verifies. */
import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import { describe, test } from "node:test";
import { portrait } from "../packages/photo/testing/photos/portraits.ts";
import { until } from "../packages/platform/testing/until.ts";
import { isFuzzRun } from "../testing/fuzz-runs.ts";
import { type Service, startService } from "../testing/service.ts";

const tenfold = (id: number) => `<g id="g${id + 1}">${`<use href="#g${id}"/>`.repeat(10)}</g>`;
const blurred = `<filter id="f"><feTurbulence baseFrequency=".1"/><feGaussianBlur stdDeviation="9"/></filter>`;
const groups = `<g id="g0"><rect width="4000" height="3900" opacity=".5" filter="url(#f)"/></g>${[0, 1, 2, 3, 4].map(tenfold).join("")}`;
const logo = `<svg xmlns="http://www.w3.org/2000/svg" width="4000" height="3900">${blurred}<defs>${groups}</defs><use href="#g5"/></svg>`;

/** The processes that draw logos, without the parents that create their namespaces, and their private memory. */
function logoProcesses(): { readonly count: number; readonly ownBytes: number } {
  const own = readdirSync("/proc").flatMap((pid) => {
    try {
      const [program = "", ...args] = readFileSync(`/proc/${pid}/cmdline`, "utf8").split("\0");
      if (!program.includes("node") || !args.some((arg) => arg.includes("logo-process"))) return [];
      return [1024 * Number(/RssAnon:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1] ?? 0)];
    } catch {
      return []; // not a process, or it has ended
    }
  });
  return { count: own.length, ownBytes: own.reduce((sum, bytes) => sum + bytes, 0) };
}

/** Four accounts, each with a signed-in user. @returns the headers of an upload */
async function fourAccounts(service: Service): Promise<Record<string, string>[]> {
  const password = "correct horse battery";
  const post = async (path: string, body: object, cookie = "") => {
    const headers = { origin: service.url, "content-type": "application/json", cookie };
    const url = `${service.url}/api/dashboard${path}`;
    const response = await fetch(url, { method: "POST", headers, body: JSON.stringify(body) });
    const answer = (await response.json()) as { readonly link: string };
    assert.ok(response.ok, JSON.stringify(answer));
    const set = response.headers.getSetCookie().map((line) => line.split(";", 1)[0]);
    return { link: answer.link, cookie: set.join("; ") };
  };
  const secret = /\/setup\/([\w-]+)/.exec(service.output())?.[1];
  const { cookie: operator } = await post("/setup", { secret, email: "owner@example.com", password });
  const cookies = [operator];
  for (const name of ["one", "two", "three"]) {
    const { link } = await post("/accounts", { email: `${name}@example.com`, plan: "free" }, operator);
    cookies.push((await post("/reset", { secret: link.split("/").at(-1), password })).cookie);
  }
  return cookies.map((cookie) => ({ origin: service.url, cookie, "content-type": "image/svg+xml" }));
}

const median = (values: readonly number[]): number => values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0;

describe("logos", { skip: !isFuzzRun && "half a minute of load: npm run test:fuzz" }, () => {
  test("200 at once are two processes at most, and slow down nobody who verifies", async (t) => {
    if (process.platform !== "linux") return t.skip("processes are counted in /proc");
    const service = await startService();
    t.after(() => service.stop());
    const photo = new Blob([new Uint8Array(await portrait("amal"))]);
    const verifyMs = async () => {
      const body = new FormData();
      body.append("reference", photo);
      body.append("selfie", photo);
      const begunMs = performance.now();
      const headers = { authorization: `Bearer ${service.privateKey}` };
      const { status } = await fetch(`${service.url}/api/v3/verify`, { method: "POST", headers, body });
      assert.equal(status, 200);
      return performance.now() - begunMs;
    };
    const several = async (count: number) => {
      const times: number[] = [];
      for (let i = 0; i < count; i++) times.push(await verifyMs());
      return median(times);
    };
    await several(5);
    const beforeMs = await several(20);
    const accounts = await fourAccounts(service);
    const leaving = new AbortController();
    const refused: number[] = [];
    const upload = async (headers: Record<string, string>) => {
      const init = { method: "PUT", headers, body: logo, signal: leaving.signal };
      const { status } = await fetch(`${service.url}/api/v3/branding/logo`, init);
      if (status === 429) refused.push(status);
    };
    let most = { count: 0, ownBytes: 0 };
    const look = setInterval(() => {
      const { count, ownBytes } = logoProcesses();
      most = { count: Math.max(most.count, count), ownBytes: Math.max(most.ownBytes, ownBytes) };
    }, 200);
    const uploads = Promise.allSettled(Array.from({ length: 200 }, (_, i) => upload(accounts[i % 4] ?? {})));
    const besideMs = await several(20);
    leaving.abort();
    await uploads;
    clearInterval(look);
    await until(() => logoProcesses().count === 0);
    const aloneMs = Math.max(beforeMs, await several(20));
    const figures = `${most.count} processes, ${Math.round(most.ownBytes / 1e6)} MB of their own, ${refused.length} refused; verify ${aloneMs.toFixed(0)} ms alone, ${besideMs.toFixed(0)} ms beside them`;
    t.diagnostic(figures);
    assert.equal(most.count, 2, figures);
    assert.ok(most.ownBytes < 200e6, figures);
    assert.equal(refused.length, 192, figures);
  });
});

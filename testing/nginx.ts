/** nginx for the tests of several nodes, with the configuration from deploy/. */
import { spawn, spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { chmod, mkdtemp, rm, writeFile } from "node:fs/promises";
import { Agent, request } from "node:https";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { until } from "../packages/platform/testing/until.ts";
import { freePort } from "./free-port.ts";

const runs = (program: string, ...args: string[]): boolean => spawnSync(program, args).status === 0;

/** Without nginx or openssl, the tests of several nodes skip themselves. */
export const noNginx = (): string | false =>
  runs("nginx", "-v") && runs("openssl", "version") ? false : "no nginx or no openssl: see npm test";

/** Installs Debian's packages, as root. @returns whether nginx and openssl are installed now */
export function installNginx(say: (line: string) => void): boolean {
  if (noNginx() === false) return true;
  if (process.getuid?.() !== 0 || !runs("apt-get", "--version")) return false;
  say("No nginx found. Installing the packages nginx-light and openssl with apt-get.");
  // As for the browser: the package list may be as old as the image.
  runs("apt-get", "update", "-qq");
  runs("apt-get", "install", "-y", "-qq", "--no-install-recommends", "nginx-light", "openssl");
  return noNginx() === false;
}

export interface Proxy {
  readonly url: string;
  /** Rejects if there was no complete answer. */
  ask(path: string, init?: { method?: string; headers?: Record<string, string>; body?: Uint8Array }): Promise<Asked>;
  stop(): Promise<void>;
}

export interface Asked {
  readonly status: number;
  readonly headers: NodeJS.Dict<string[]>;
  // oxlint-disable-next-line typescript/no-explicit-any
  readonly body: any;
}

/** Writes key.pem and a self-signed cert.pem to a folder. */
export function makeCertificate(dir: string, name = "faces"): void {
  const files = ["-keyout", join(dir, "key.pem"), "-out", join(dir, "cert.pem")];
  const of = ["-subj", `/CN=${name}`, "-addext", `subjectAltName=DNS:${name}`];
  runs("openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", ...of, ...files);
}

/**
 * nginx in front of these nodes, over TLS with its own certificate.
 * @param gone when it marks a node as failed; by default as in the file
 */
export async function startNginx(
  dir: string,
  nodePorts: readonly number[],
  gone = "max_fails=1 fail_timeout=2s",
): Promise<Proxy> {
  makeCertificate(dir);
  const port = await freePort();
  const servers = nodePorts.map((node) => `server 127.0.0.1:${node} ${gone};`);
  const site = readFileSync(join(import.meta.dirname, "../deploy/nginx/selfsame.conf"), "utf8")
    .replaceAll("/etc/nginx/tls", dir)
    .replace(/server node-1:.*\n\s*server node-2:.*\n/, `${servers.join("\n    ")}\n`)
    .replace("listen 8443", `listen 127.0.0.1:${port}`);
  return serveSite(dir, site, port);
}

/** A proxy on plain http, for tests of paths. */
export interface PlainProxy {
  readonly url: string;
  stop(): Promise<void>;
}

/** nginx with locations of one server; other paths are not found. */
export async function startPlainNginx(locations: string, port: number): Promise<PlainProxy> {
  const dir = await mkdtemp(join(tmpdir(), "selfsame-nginx-plain-"));
  // nginx reads files as another user.
  await chmod(dir, 0o755);
  const site = `server { listen 127.0.0.1:${port}; location / { return 404; } ${locations} }`;
  const served = await serveSite(dir, site, port);
  await until(() => answers(port));
  return {
    url: `http://127.0.0.1:${port}`,
    stop: () => served.stop().then(() => rm(dir, { recursive: true, force: true })),
  };
}

/** Whether a port of this machine answers. */
export const answers = (port: number): Promise<boolean> =>
  fetch(`http://127.0.0.1:${port}/`).then(
    () => true,
    () => false,
  );

/** nginx in front of one node, with selfsame-single.conf; the certificate and the folder of certbot's files are in `dir`. */
export async function startSingleNginx(dir: string, nodePort: number): Promise<Proxy & { readonly plainPort: number }> {
  makeCertificate(dir);
  const [port, plainPort] = [await freePort(), await freePort()];
  const site = readFileSync(join(import.meta.dirname, "../deploy/nginx/selfsame-single.conf"), "utf8")
    .replace("/etc/letsencrypt/live/faces.example.com/fullchain.pem", join(dir, "cert.pem"))
    .replace("/etc/letsencrypt/live/faces.example.com/privkey.pem", join(dir, "key.pem"))
    .replace("/var/www/html", join(dir, "html"))
    .replace("127.0.0.1:3000", `127.0.0.1:${nodePort}`)
    .replaceAll(/listen (\[::\]:)?(80|443)\b/g, (_all, six: string | undefined, usual: string) => {
      const own = usual === "80" ? plainPort : port;
      return `listen ${six ? "[::1]" : "127.0.0.1"}:${own}`;
    });
  return { ...(await serveSite(dir, site, port)), plainPort };
}

async function serveSite(dir: string, site: string, port: number): Promise<Proxy> {
  await writeFile(join(dir, "site.conf"), site);
  const paths = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map((name) => `${name}_temp_path ${dir}/${name};`);
  const http = `http { access_log off; ${paths.join(" ")} include ${dir}/site.conf; }`;
  await writeFile(join(dir, "nginx.conf"), `daemon off; pid ${dir}/pid; events {} ${http}`);
  const child = spawn("nginx", ["-c", join(dir, "nginx.conf"), "-e", join(dir, "error.log")], { stdio: "inherit" });
  const ended = new Promise((resolve) => child.once("exit", resolve));
  const { ask, close } = overTls(port);
  const stop = async () => {
    close();
    child.kill("SIGQUIT");
    await ended;
  };
  return { url: `https://127.0.0.1:${port}`, ask, stop };
}

/** Sends requests to a port of this or another machine, and accepts any certificate. */
export function overTls(port: number, host = "127.0.0.1"): Pick<Proxy, "ask"> & { readonly close: () => void } {
  const agent = new Agent({ keepAlive: true, rejectUnauthorized: false });
  const ask: Proxy["ask"] = (path, { method = "GET", headers = {}, body } = {}) =>
    new Promise((resolve, reject) => {
      const length = body === undefined ? {} : { "content-length": body.length };
      const sent = request({ agent, port, host, path, method, headers: { ...headers, ...length } });
      sent.on("error", reject).on("response", (response) => {
        text(response).then(
          (answer) =>
            resolve({ status: response.statusCode ?? 0, headers: response.headersDistinct, body: parsed(answer) }),
          reject,
        );
      });
      sent.end(body);
    });
  return { ask, close: () => agent.destroy() };
}

/** nginx's own answers are pages, not JSON. */
function parsed(answer: string): unknown {
  try {
    return JSON.parse(answer);
  } catch {
    return answer;
  }
}

/** An npm registry that serves our unpublished packages, and forwards other requests to the real registry. */
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { basename } from "node:path";
import { list } from "tar";

interface Package {
  readonly manifest: { readonly name: string; readonly version: string };
  readonly file: string;
  readonly integrity: string;
}

/**
 * @param tarballs of our packages
 * @param upstream the real registry's address; without it only our packages are served
 * @returns a server that does not listen yet: on a port, or on a Unix socket
 */
export function createRegistry(tarballs: readonly string[], upstream?: string) {
  const packages = new Map(tarballs.map((file) => readPackage(file)).map((one) => [one.manifest.name, one]));
  return createServer((request, response) => {
    const own = `http://${request.headers.host}`;
    const path = decodeURIComponent(request.url ?? "/");
    const tarball = tarballs.find((file) => path === `/-/ours/${basename(file)}`);
    if (tarball !== undefined) return response.end(readFileSync(tarball));
    const found = packages.get(path.slice(1));
    if (found) return sendJson(response, packument(found, own));
    if (upstream === undefined) return sendJson(response, { error: "not found" }, 404);
    passOn(request, response, upstream.replace(/\/+$/, ""), own).catch((error: Error) => {
      // npm tries again for minutes after a connection that was cut off and after a 5xx, without a word.
      if (response.headersSent) return response.destroy(error);
      return sendJson(
        response,
        {
          error: `${upstream} could not be asked: ${error.cause instanceof Error ? error.cause.message : error.message}`,
        },
        424,
      );
    });
  });
}

function readPackage(file: string): Package {
  const parts: Buffer[] = [];
  list({
    file,
    sync: true,
    filter: (path) => path === "package/package.json",
    onReadEntry: (entry) => entry.on("data", (chunk) => parts.push(chunk)),
  });
  const manifest = JSON.parse(Buffer.concat(parts).toString()) as Package["manifest"];
  return { manifest, file, integrity: `sha512-${createHash("sha512").update(readFileSync(file)).digest("base64")}` };
}

function packument({ manifest, file, integrity }: Package, own: string): object {
  const dist = { tarball: `${own}/-/ours/${basename(file)}`, integrity };
  return {
    name: manifest.name,
    "dist-tags": { latest: manifest.version },
    versions: { [manifest.version]: { ...manifest, dist } },
  };
}

function sendJson(response: ServerResponse, body: object, status = 200): void {
  response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
}

/** Forwards a request. Rewrites addresses in the answer to this registry, the only one that its caller can reach. */
async function passOn(request: IncomingMessage, response: ServerResponse, upstream: string, own: string) {
  const { accept = "*/*", authorization } = request.headers;
  const answer = await fetch(upstream + request.url, {
    method: request.method ?? "GET",
    headers: { accept, ...(authorization && { authorization }) },
  });
  const type = answer.headers.get("content-type") ?? "application/octet-stream";
  const bytes = Buffer.from(await answer.arrayBuffer());
  response.writeHead(answer.status, { "content-type": type });
  response.end(type.includes("json") ? bytes.toString().replaceAll(upstream, own) : bytes);
}

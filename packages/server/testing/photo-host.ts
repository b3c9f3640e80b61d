import { once } from "node:events";
import { createServer } from "node:http";
import type { ServerResponse } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import type { TestContext } from "node:test";
import { type DownloadOptions, createDownload } from "@selfsame/photo/images/download";

export interface PhotoHost {
  /** URL of a photo by its name. */
  readonly url: (name: string) => string;
  /** The highest number of concurrent requests so far. */
  readonly most: () => number;
}

/** For tests: serves photos on loopback as photos.test. @param answer handles a request in another way, if it returns true */
export async function startPhotoHost(
  t: TestContext,
  photos: Readonly<Record<string, Uint8Array>>,
  answer: (name: string, response: ServerResponse) => boolean | Promise<boolean> = () => false,
): Promise<PhotoHost> {
  let underWay = 0;
  let most = 0;
  const sockets = new Set<Socket>();
  const serve = async (name: string, response: ServerResponse) => {
    most = Math.max(most, ++underWay);
    response.on("close", () => underWay--);
    if (await answer(name, response)) return;
    const photo = photos[name];
    if (photo) response.end(photo);
    else response.writeHead(404).end();
  };
  const server = createServer((request, response) => void serve(request.url?.slice(1) ?? "", response));
  server.on("connection", (socket: Socket) => sockets.add(socket));
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  t.after(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return { url: (name) => `http://photos.test:${port}/${name}`, most: () => most };
}

const reach: DownloadOptions = {
  allowedDomains: ["photos.test"],
  allowPrivate: true,
  resolve: async () => ["127.0.0.1"],
};

/** Downloads from these hosts. */
export const downloadFromPhotoHosts = createDownload(reach);

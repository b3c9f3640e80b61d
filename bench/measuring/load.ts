import { setTimeout as pause } from "node:timers/promises";
import { request, Agent } from "undici";

/** A multipart body prepared in advance, so that its creation is not timed. */
export interface Upload {
  readonly body: Buffer;
  readonly contentType: string;
}

const boundary = "----selfsame-bench";

export function upload(files: Readonly<Record<string, Buffer>>): Upload {
  const parts = Object.entries(files).flatMap(([name, bytes]) => [
    Buffer.from(
      `--${boundary}\r\nContent-Disposition: form-data; name="${name}"; filename="${name}.jpg"\r\nContent-Type: image/jpeg\r\n\r\n`,
    ),
    bytes,
    Buffer.from("\r\n"),
  ]);
  const body = Buffer.concat([...parts, Buffer.from(`--${boundary}--\r\n`)]);
  return { body, contentType: `multipart/form-data; boundary=${boundary}` };
}

export interface Load {
  readonly timesMs: readonly number[];
  readonly perSecond: number;
}

/**
 * Sends `count` uploads in turn, with `concurrency` open requests at any time; those rejected as busy are retried after the given time. @throws if a
 * response is not 200
 */
export async function load(
  url: string,
  key: string,
  uploads: readonly Upload[],
  { concurrency, count }: { readonly concurrency: number; readonly count: number },
): Promise<Load> {
  const dispatcher = new Agent({ connections: concurrency });
  const timesMs: number[] = [];
  let sent = 0;
  const client = async (): Promise<void> => {
    while (sent < count) {
      const { body, contentType } = uploads[sent % uploads.length] as Upload;
      sent += 1;
      const headers = { authorization: `Bearer ${key}`, "content-type": contentType };
      let started = performance.now();
      let answer = await request(url, { method: "POST", headers, body, dispatcher });
      // A machine busy with other work may reject some requests for a while.
      while (answer.statusCode === 503) {
        await answer.body.dump();
        await pause(1000 * Number(answer.headers["retry-after"] ?? 1));
        started = performance.now();
        answer = await request(url, { method: "POST", headers, body, dispatcher });
      }
      const text = await answer.body.text();
      if (answer.statusCode !== 200) throw new Error(`${url} answered ${answer.statusCode}: ${text}`);
      timesMs.push(performance.now() - started);
    }
  };
  const started = performance.now();
  await Promise.all(Array.from({ length: concurrency }, client));
  const seconds = (performance.now() - started) / 1000;
  await dispatcher.close();
  return { timesMs, perSecond: count / seconds };
}

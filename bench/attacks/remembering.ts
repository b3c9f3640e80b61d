import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { deserialize, serialize } from "node:v8";
import { type Engine, EngineUnavailable, type PhotoResult } from "../../packages/photo/src/engine/engine.ts";

/** An engine that analyzes each photo once across runs: results are stored in the folder. Delete the folder when models or face code change. */
export function remembering(engine: Engine, folder: string): Engine {
  mkdirSync(folder, { recursive: true });
  const looked = new Map<string, Promise<PhotoResult>>();
  /** Retries while a busy engine has no room. */
  const look = async (...[photo, wants, context]: Parameters<Engine["analyze"]>): Promise<PhotoResult> => {
    try {
      return await engine.analyze(photo, wants, context);
    } catch (error) {
      if (!(error instanceof EngineUnavailable) || error.reason !== "busy") throw error;
      await setTimeout(1000 * error.retryAfterSeconds);
      return look(photo, wants, context);
    }
  };
  const found = async (file: string, ...asked: Parameters<Engine["analyze"]>): Promise<PhotoResult> => {
    if (existsSync(file)) return deserialize(readFileSync(file)) as PhotoResult;
    const result = await look(...asked);
    writeFileSync(`${file}.part`, serialize(result));
    renameSync(`${file}.part`, file);
    return result;
  };
  return {
    ...engine,
    analyze(photo, wants, context) {
      const key = createHash("sha256").update(photo).update(JSON.stringify(wants)).digest("hex");
      const one = looked.get(key) ?? found(join(folder, key), photo, wants, context);
      looked.set(key, one);
      return one;
    },
  };
}

/** A cache of files by what they were made from, in the folder, or without one only for this run. */
export function frameCache(folder: string | undefined): (key: string, make: () => Promise<Buffer>) => Promise<Buffer> {
  const made = new Map<string, Promise<Buffer>>();
  if (folder !== undefined) mkdirSync(join(folder, "frames"), { recursive: true });
  return (key, make) => {
    const file = folder && join(folder, "frames", createHash("sha256").update(key).digest("hex"));
    const fresh = async () => {
      if (file !== undefined && existsSync(file)) return readFileSync(file);
      const jpeg = await make();
      if (file !== undefined) writeFileSync(file, jpeg);
      return jpeg;
    };
    const one = made.get(key) ?? fresh();
    made.set(key, one);
    return one;
  };
}

import { createHash } from "node:crypto";
import type { PhotoResult } from "../../src/engine/engine.ts";
import type { RunningEngine } from "../../src/engine/create-engine.ts";

/**
 * The real engine with a cache: analyzes the same bytes with the same options once. For tests of what happens with its results. Failures are not
 * cached. A test that counts analyses or stages needs the engine itself.
 */
export function rememberingEngine(engine: RunningEngine): RunningEngine {
  const seen = new Map<string, PhotoResult>();
  return {
    get status() {
      return engine.status;
    },
    analyze: async (photo, wants, options) => {
      const key = JSON.stringify([createHash("sha256").update(photo).digest("base64"), wants]);
      const known = seen.get(key);
      if (known) return known;
      const result = await engine.analyze(photo, wants, options);
      seen.set(key, result);
      return result;
    },
    requireRoom: (...photos) => engine.requireRoom(...photos),
    stop: () => engine.stop(),
  };
}

import type { AnalyzeOptions, Engine, PhotoResult, Wants } from "./engine.ts";

export type BatchEngine = Pick<Engine, "analyze" | "stop">;

/** Starting workers costs seconds, keeping them costs memory. */
const idleMs = 60_000;

/**
 * Separate workers for batches, which run at low priority: they use all processor time that is left over, and an interactive comparison never finds its
 * worker busy with a batch. They exist only while needed.
 * @param open starts them
 */
export function createBatchEngine(open: () => Promise<BatchEngine>): BatchEngine {
  let opened: Promise<BatchEngine> | undefined;
  let underWay = 0;
  let idle: NodeJS.Timeout | undefined;
  let stopping = false;

  const close = async () => {
    const closing = opened;
    opened = undefined;
    clearTimeout(idle);
    await (await closing?.catch(() => undefined))?.stop();
  };
  const openOnce = () => {
    opened ??= open().catch((error: unknown) => {
      // The next photo tries again.
      opened = undefined;
      throw error;
    });
    return opened;
  };

  return {
    analyze: async (photo: Uint8Array, wants: Wants, options?: AnalyzeOptions): Promise<PhotoResult> => {
      clearTimeout(idle);
      underWay++;
      try {
        return await (await openOnce()).analyze(photo, wants, options);
      } finally {
        if (--underWay === 0 && !stopping) idle = setTimeout(() => void close(), idleMs).unref();
      }
    },
    stop: async () => {
      stopping = true;
      await close();
    },
  };
}

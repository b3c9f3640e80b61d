import { useEffect, useState } from "preact/hooks";
import { ApiError } from "../../api/api-error.ts";
import { reach } from "../../api/request.ts";

/** The response of GET /health/ready. */
export interface Readiness {
  readonly status: "ready" | "degraded" | "not_ready";
  readonly checks: {
    readonly engine: string;
    readonly models: string;
    readonly jobs: string;
    readonly disk: string;
  };
}

const refreshMs = 3000;

export function useReadiness(): Readiness | undefined {
  const [readiness, setReadiness] = useState<Readiness>();
  useEffect(() => {
    const ended = new AbortController();
    const look = async () => {
      if (document.visibilityState === "hidden") return;
      try {
        const response = await reach("/health/ready", { signal: ended.signal, cache: "no-store" });
        setReadiness((await response.json()) as Readiness);
      } catch (error) {
        // The page already shows that the server is unreachable.
        if (!(error instanceof ApiError) && !ended.signal.aborted) throw error;
      }
    };
    void look();
    const timer = setInterval(() => void look(), refreshMs);
    return () => {
      clearInterval(timer);
      ended.abort();
    };
  }, []);
  return readiness;
}

export interface Problem {
  readonly code?: string;
  readonly message: string;
  readonly hint?: string;
  readonly docs?: string;
}

export interface Answer {
  readonly status: number;
  /** Duration including the network. */
  readonly durationMs: number;
  readonly body: object;
}

/** The error, in the format of either version; undefined for a success. */
export function problemOf({ status, body }: Answer): Problem | undefined {
  if (status < 400) return undefined;
  const error = "error" in body ? body.error : undefined;
  if (typeof error === "string") return { message: error };
  if (typeof error === "object" && error !== null && "message" in error) return error as Problem;
  return { message: `The service answered ${status}.` };
}

/** The `data` of a version 3 response. */
export const dataOf = ({ body }: Answer): unknown => ("data" in body ? body.data : undefined);

/** A stored time in the API's format: ISO 8601, UTC. @param ms since 1970 @returns null for none */
export function isoOf(ms: number): string;
export function isoOf(ms: number | null): string | null;
export function isoOf(ms: number | null): string | null {
  return ms === null ? null : new Date(ms).toISOString();
}

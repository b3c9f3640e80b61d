import { isIP } from "node:net";
import { isLoopback } from "../outbound/is-loopback.ts";

/** Where /metrics is served: on an address of its own, on the service's port, or nowhere. */
export type MetricsPlace =
  | { readonly at: "address"; readonly host: string; readonly port: number }
  | { readonly at: "port" }
  | { readonly at: "nowhere" };

const portMax = 65_535;

/** @param text `127.0.0.1:9464`, `[::1]:9464`, `localhost:9464` or `off` @returns undefined if invalid */
export function readMetricsPlace(text: string): MetricsPlace | undefined {
  if (text.toLowerCase() === "off") return { at: "nowhere" };
  const [, bracketed, plain, port = ""] = /^(?:\[([^\]]+)\]|([^:[\]\s]+)):(\d{1,5})$/.exec(text) ?? [];
  const host = bracketed ?? plain;
  if (host === undefined || Number(port) > portMax) return undefined;
  if (bracketed !== undefined && isIP(bracketed) !== 6) return undefined;
  return { at: "address", host, port: Number(port) };
}

export interface Reached {
  readonly host: string;
  readonly publicUrl: string | undefined;
  readonly trustedProxies: readonly string[];
}

/** Whether the service is reachable from this machine only: local address, no public URL, no proxy. */
export function isReachedLocally({ host, publicUrl, trustedProxies }: Reached): boolean {
  const others = [host, ...(publicUrl === undefined ? [] : [URL.parse(publicUrl)?.hostname ?? ""])];
  return others.every(isLoopback) && trustedProxies.length === 0;
}

/** Default: on the service's port if only this machine can reach it, otherwise nowhere. */
export function usualMetricsPlace(reached: Reached): MetricsPlace {
  return isReachedLocally(reached) ? { at: "port" } : { at: "nowhere" };
}

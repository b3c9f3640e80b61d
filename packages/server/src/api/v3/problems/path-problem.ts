import { METHODS } from "node:http";
import { nearestName } from "@selfsame/platform/nearest-name";
import type { Problem } from "../envelope.ts";
import { didYouMean } from "./in-words.ts";

/** @param asked the requested path without its query @param paths paths of all endpoints, such as `/api/v3/sessions/:id` */
export function noSuchPath(asked: string, paths: readonly string[]): Problem {
  const meant = meantPath(asked, paths);
  const code = "not_found";
  return meant === undefined ? { code } : { code, message: `There is no such endpoint.${didYouMean(meant)}` };
}

/** Longer paths are not compared. */
const lengthMax = 100;

/** The same endpoint under the right prefix, or the endpoint with the most similar path. */
export function meantPath(asked: string, paths: readonly string[]): string | undefined {
  if (asked.length > lengthMax) return undefined;
  const rest = asked.replace(/^(?:\/api)?(?:\/v\d+)?(?=\/)/, "").replace(/\/$/, "");
  const wanted = `/api/v3${rest}`;
  const exact = paths.find((path) => new RegExp(`^${path.replaceAll(/:\w+/g, "[^/]+")}$`).test(wanted));
  return (exact ?? nearestName(wanted, paths))?.replaceAll(/:(\w+)/g, "{$1}");
}

/** @param allow the allowed methods, as in the Allow header */
export function noSuchMethod(method: string, path: string, allow: string): Problem {
  const shown = METHODS.includes(method) ? method : "this method";
  const own = allow
    .split(", ")
    .filter((one) => one !== "HEAD" && one !== "OPTIONS")
    .join(" and ");
  const where = path.replaceAll(/:(\w+)/g, "{$1}");
  return {
    code: "method_not_allowed",
    message: `\`${where}\` takes ${own}, not ${shown}.`,
    hint: `Send ${own} to \`${where}\`.`,
  };
}

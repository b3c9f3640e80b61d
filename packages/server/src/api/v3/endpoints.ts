import { analyze } from "./analyze.ts";
import type { Endpoint } from "./endpoint.ts";
import { completeChallenge, startChallenge } from "./challenges.ts";
import { models } from "./models.ts";
import { verify } from "./verify.ts";

export const endpoints: readonly Endpoint[] = [verify, analyze, startChallenge, completeChallenge, models];

/** As OpenAPI writes placeholders. */
const documentedPath = ({ path }: Endpoint): string => path.replaceAll(/:(\w+)/g, "{$1}");

export const endpointsByPath: ReadonlyMap<string, Endpoint> = new Map(
  endpoints.map((endpoint) => [`/api/v3${documentedPath(endpoint)}`, endpoint]),
);

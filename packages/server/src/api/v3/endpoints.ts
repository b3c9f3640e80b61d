import { analyze } from "./analyze.ts";
import type { Endpoint } from "./endpoint.ts";
import { models } from "./models.ts";
import { verify } from "./verify.ts";

export const endpoints: readonly Endpoint[] = [verify, analyze, models];

export const endpointsByPath: ReadonlyMap<string, Endpoint> = new Map(
  endpoints.map((endpoint) => [`/api/v3${endpoint.path}`, endpoint]),
);

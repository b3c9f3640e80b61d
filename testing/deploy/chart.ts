/** The Helm chart as its users install it: with its default values, their own secrets, and a test's changes. */
import assert from "node:assert/strict";
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parse, parseAllDocuments } from "yaml";
import { renderTemplate } from "./helm-template.ts";

const folder = join(import.meta.dirname, "../../deploy/helm/selfsame");

export interface Resource {
  readonly apiVersion: string;
  readonly kind: string;
  // oxlint-disable-next-line typescript/no-explicit-any
  readonly spec: any;
  readonly metadata: { readonly name: string };
  readonly stringData?: Record<string, string>;
}

export type ChartValues = Record<string, Record<string, unknown>>;

export const chartSecrets = { databaseUrl: "postgres://selfsame:of-ours@postgres/selfsame", secretKey: "s".repeat(40) };

export function chart(change: (values: ChartValues) => void = () => {}): Resource[] {
  const values = parse(readFileSync(join(folder, "values.yaml"), "utf8")) as ChartValues;
  Object.assign(values["secrets"] ?? assert.fail(), chartSecrets);
  change(values);
  const scope = { Values: values, Release: { Name: "faces" } };
  return globSync("*.yaml", { cwd: join(folder, "templates") }).flatMap((file) =>
    parseAllDocuments(renderTemplate(readFileSync(join(folder, "templates", file), "utf8"), scope))
      .map((document) => {
        assert.deepEqual(document.errors, [], file);
        return document.toJS() as Resource | null;
      })
      .filter((one) => one !== null),
  );
}

export const findResource = (resources: readonly Resource[], kind: string): Resource =>
  resources.find((one) => one.kind === kind) ?? assert.fail(kind);

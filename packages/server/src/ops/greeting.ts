import { existsSync } from "node:fs";
import { join, relative } from "node:path";

export interface Greeting {
  readonly url: string;
  /** Of the first start only. */
  readonly apiKey?: string | undefined;
  /** Where the first account is claimed, until it is. */
  readonly setupUrl?: string | undefined;
}

/** What a person reads at start. Each value stands alone on a line, after a line that says what it is. */
export function greeting({ url, apiKey, setupUrl }: Greeting, photos: readonly [string, string]): string {
  const lines = ["Selfsame is running. URL:", url];
  if (apiKey !== undefined) {
    lines.push("", "API key (private, shown only now):", apiKey);
    lines.push("", "Compare two photos:", curlLine(url, apiKey, photos));
  }
  if (setupUrl !== undefined) lines.push("", "Open once to set up the owner's account:", setupUrl);
  return lines.join("\n");
}

function curlLine(url: string, apiKey: string, [reference, selfie]: readonly [string, string]): string {
  const parts = [`-H "Authorization: Bearer ${apiKey}"`, `-F "reference=@${reference}"`, `-F "selfie=@${selfie}"`];
  return `curl ${parts.join(" ")} ${url}/api/v2/verify`;
}

/** A photo that lies in a fresh checkout, compared with itself; without the development packages, names to be replaced. */
export function samplePhotos(repositoryDir: string, workingDir: string): readonly [string, string] {
  const sample = join(repositoryDir, "node_modules/@vladmandic/face-api/demo/sample4.jpg");
  if (!existsSync(sample)) return ["reference.jpg", "selfie.jpg"];
  const path = relative(workingDir, sample);
  return [path, path];
}

import { existsSync } from "node:fs";
import { join, relative, sep } from "node:path";

export interface Greeting {
  readonly url: string;
  /** On the first start only. */
  readonly apiKey?: string | undefined;
  /** Link to claim the first account, until it is claimed. */
  readonly setupUrl?: string | undefined;
}

/** Printed at start. Each value is alone on a line, after a line that describes it. */
export function greeting({ url, apiKey, setupUrl }: Greeting, samples: SamplePhotos): string {
  const lines = ["Selfsame is running. URL:", url];
  if (apiKey !== undefined) {
    lines.push("", "API key (private, shown only now):", apiKey);
    lines.push("", "Compare two photos:", curlLine(url, apiKey, samples));
  }
  if (setupUrl !== undefined) lines.push("", "Open once to set up the owner's account:", setupUrl);
  return lines.join("\n");
}

function curlLine(url: string, apiKey: string, { written, reference, selfie }: SamplePhotos): string {
  return `${written === undefined ? "" : `${written} && `}curl ${url}/api/v3/verify -H "Authorization: Bearer ${apiKey}" -F reference=@${reference} -F selfie=@${selfie}`;
}

export interface SamplePhotos {
  /** The command that creates missing sample photos. */
  readonly written?: string;
  readonly reference: string;
  readonly selfie: string;
}

/**
 * Photos of one person that `npm start` (into `folder`) and `selfsame samples` write.
 * @param program how to run `selfsame` in this shell
 */
export function samplePhotos(folder: string, workingDir: string, program = "npx selfsame"): SamplePhotos {
  const found = [folder, join(workingDir, "samples")].find((one) => existsSync(join(one, "selfie.jpg")));
  const [reference = "", selfie = ""] = ["reference.jpg", "selfie.jpg"].map((name) =>
    relative(workingDir, join(found ?? folder, name)).replaceAll(sep, "/"),
  );
  // A shell would interpret other characters.
  if (found !== undefined && !/[^\w./-]/.test(reference + selfie)) return { reference, selfie };
  return { written: `${program} samples`, reference: "samples/reference.jpg", selfie: "samples/selfie.jpg" };
}

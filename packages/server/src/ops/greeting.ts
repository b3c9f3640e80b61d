import { existsSync } from "node:fs";
import { join, relative, sep } from "node:path";

export interface Greeting {
  readonly url: string;
  /** Of the first start only. */
  readonly apiKey?: string | undefined;
  /** Where the first account is claimed, until it is. */
  readonly setupUrl?: string | undefined;
}

/** What a person reads at start. Each value stands alone on a line, after a line that says what it is. */
export function greeting({ url, apiKey, setupUrl }: Greeting, samples: SamplePhotos): string {
  const lines = ["Selfsame is running. URL:", url];
  if (apiKey !== undefined) {
    lines.push("", "API key (private, shown only now):", apiKey);
    lines.push(
      "",
      samples.exist ? "Compare two photos:" : "Compare two photos of yours:",
      curlLine(url, apiKey, samples),
    );
  }
  if (setupUrl !== undefined) lines.push("", "Open once to set up the owner's account:", setupUrl);
  return lines.join("\n");
}

function curlLine(url: string, apiKey: string, { reference, selfie }: SamplePhotos): string {
  return `curl ${url}/api/v3/verify -H "Authorization: Bearer ${apiKey}" -F reference=@${reference} -F selfie=@${selfie}`;
}

export interface SamplePhotos {
  readonly exist: boolean;
  readonly reference: string;
  readonly selfie: string;
}

/** The photos of one person that `npm start` (into `folder`) and `selfsame samples` write; names to be replaced where they are missing. */
export function samplePhotos(folder: string, workingDir: string): SamplePhotos {
  const found = [folder, join(workingDir, "samples")].find((one) => existsSync(join(one, "selfie.jpg"))) ?? folder;
  const [reference = "", selfie = ""] = ["reference.jpg", "selfie.jpg"].map((name) =>
    relative(workingDir, join(found, name)).replaceAll(sep, "/"),
  );
  const exist = existsSync(join(found, "selfie.jpg")) && !/[^\w./-]/.test(reference + selfie);
  return exist ? { exist, reference, selfie } : { exist, reference: "reference.jpg", selfie: "selfie.jpg" };
}

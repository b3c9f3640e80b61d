/** Code samples that call each operation, for the reference. A test runs them all against the real service. */
export interface CodeSample {
  readonly lang: string;
  readonly label: string;
  readonly source: string;
}

const curl = (path: string, ...parts: readonly string[]): CodeSample => ({
  lang: "shell",
  label: "curl",
  source: [
    `curl http://127.0.0.1:3000/api/v3/${path}`,
    `  -H "Authorization: Bearer $SELFSAME_API_KEY"`,
    ...parts.map((part) => `  -F ${part}`),
  ].join(" \\\n"),
});

const client = (lines: string): CodeSample => ({
  lang: "javascript",
  label: "TypeScript client",
  source: `import { Selfsame } from "@selfsame/client";

const selfsame = new Selfsame({ apiKey: process.env.SELFSAME_API_KEY, baseUrl: "http://127.0.0.1:3000" });

${lines}`,
});

/** Needs `pip install requests`. */
const python = (call: string, lines: string): CodeSample => ({
  lang: "python",
  label: "Python",
  source: `import os
import requests

key = os.environ["SELFSAME_API_KEY"]
response = requests.${call}
    headers={"Authorization": f"Bearer {key}"},
${lines})
body = response.json()
print(body["data"] if body["success"] else body["error"])`,
});

const url = (path: string): string => `"http://127.0.0.1:3000/api/v3/${path}",`;

export const codeSamples: Readonly<Record<string, readonly CodeSample[]>> = {
  verify: [
    curl("verify", "reference=@passport.jpg", "selfie=@selfie.jpg"),
    client(`const { match, similarity } = await selfsame.verify({ reference: "passport.jpg", selfie: "selfie.jpg" });
console.log(match, similarity);`),
    python(
      `post(\n    ${url("verify")}`,
      `    files={"reference": open("passport.jpg", "rb"), "selfie": open("selfie.jpg", "rb")},\n    timeout=30,\n`,
    ),
  ],
  analyze: [
    curl("analyze", "photo=@selfie.jpg"),
    client(`const { faces } = await selfsame.analyze({ photo: "selfie.jpg" });
for (const { box, quality } of faces) console.log(box, quality.score, quality.issues);`),
    python(`post(\n    ${url("analyze")}`, `    files={"photo": open("selfie.jpg", "rb")},\n    timeout=30,\n`),
  ],
  models: [
    curl("models"),
    client(`const { model, threshold, thresholds } = await selfsame.models();
console.log(model, threshold, thresholds);`),
    python(`get(\n    ${url("models")}`, `    timeout=30,\n`),
  ],
};

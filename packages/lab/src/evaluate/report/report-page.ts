import { falseMatchRateOf } from "@selfsame/face/compare/calibrate";
import type { GroupReport } from "../groups.ts";
import type { SpoofFigures, SpoofRate } from "../spoof.ts";
import { wilson } from "../statistics/interval.ts";
import { intervalText, percentText, rateText, worthSeeing } from "../statistics/measurable.ts";
import type { ErrorsAt, VerificationFigures } from "../verification.ts";
import { escape, pageStyle } from "./html.ts";
import type { PhotoSet, Subject } from "./subject.ts";

/** The measurements of one run of the command. */
export interface Evaluation {
  readonly subject: Subject;
  readonly verification?:
    | { readonly figures: VerificationFigures; readonly groups: GroupReport | undefined; readonly set: PhotoSet }
    | undefined;
  readonly attacks?: { readonly figures: SpoofFigures; readonly set: PhotoSet } | undefined;
}

/**
 * The report for readers who were not involved: what was measured, on what, the failures to acquire, both errors, what is unknown; in the terms of
 * ISO/IEC 19795-1 and -10, and of 30107-3. It contains no time and no file or machine name, so the same files give the same bytes.
 */
export function reportPage({ subject, verification, attacks }: Evaluation): string {
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Evaluation of ${escape(subject.model)}</title>
<style>${pageStyle}</style>
<h1>Evaluation</h1>
<p>Shaped by ISO/IEC 19795-1 and 19795-10 (verification) and 30107-3 (presentation attacks). Whether it conforms to them was not assessed. Made by
<code>selfsame evaluate</code>, which makes the same report of the same files.</p>
<h2>What was measured</h2>
${facts(subjectRows(subject))}
${table(
  ["file", "model", "SHA-256"],
  subject.files.map(({ role, id, sha256 }) => [role, id, code(sha256)]),
  "facts",
)}
${verification ? verificationPart(verification) : ""}
${attacks ? attackPart(attacks) : ""}
<h2>What it does not say</h2>
<ul>
<li>It is a technology evaluation on stored photos: how people behave before a camera, and how long it takes them, is not in it.</li>
<li>Pairs of one person are not independent. Intervals of the table by threshold treat them as if they were; those by group are by person.</li>
${attacks ? "<li>Attacks were compared with no reference: how many impostors would also match (IAPAR) is lower than the APCER. It holds for attacks of these kinds alone.</li>" : ""}
</ul>
</html>
`;
}

const subjectRows = ({ product, version, model, threshold, manifestSha256 }: Subject) => [
  ["product", escape(`${product} ${version}`)],
  ["embedding contract", code(model)],
  ["default threshold", String(threshold)],
  ["manifest, SHA-256", code(manifestSha256)],
];

function verificationPart({ figures, groups, set }: NonNullable<Evaluation["verification"]>): string {
  const { failures, photos, genuine, impostors, byThreshold, atDefault } = figures;
  const shown = byThreshold.filter(({ threshold }) => Math.round(threshold * 100) % 5 === 0 && threshold < 1);
  const marked = (errors: ErrorsAt) => (errors.threshold === atDefault.threshold ? " (default)" : "");
  return `<h2>Verification</h2>
${facts([
  ["photos", `${count(set.photos)}, SHA-256 ${code(set.sha256)}`],
  ["pairs", `${count(genuine)} genuine, ${count(impostors)} impostor`],
  ["failures to acquire (FTA)", rate(failures.length, photos, "photos")],
])}
<p>FMR: impostor pairs that reach the threshold. FNMR: genuine pairs that do not. Pairs with a photo that failed to acquire are left out of both. With
95&nbsp;% intervals by Wilson's formula.</p>
${table(
  ["threshold", "FMR", "FNMR"],
  shown.map((errors) => [
    `${errors.threshold.toFixed(2)}${marked(errors)}`,
    errorText(errors.falseMatchRate, impostors, falseMatchRateOf(errors.threshold)),
    errorText(errors.falseNonMatchRate, genuine, worthSeeing),
  ]),
)}
${groups ? groupPart(groups) : ""}`;
}

/** A summary by group. The page by group adds pairs of groups, and curves. */
const groupPart = ({
  groups,
  threshold,
  columns,
}: GroupReport) => `<h3>By ${escape(columns.join(" and "))}, at ${threshold}</h3>
${table(
  ["group", "FMR", "FNMR"],
  groups.map(({ group, falseMatch, falseNonMatch }) => [
    escape(group),
    rateText(falseMatch, falseMatchRateOf(threshold)),
    rateText(falseNonMatch, worthSeeing),
  ]),
)}`;

function attackPart({ figures, set }: NonNullable<Evaluation["attacks"]>): string {
  const { kinds, bonaFide, failures, threshold, live, spoof } = figures;
  return `<h2>Presentation attack detection</h2>
${facts([
  ["photos", `${count(set.photos)}, SHA-256 ${code(set.sha256)}`],
  ["presentations", `${count(live)} bona fide, ${count(spoof)} attacks`],
  ["failures to acquire", rate(failures.length, live + spoof + failures.length, "photos")],
  ["threshold", String(threshold)],
])}
<p>APCER: attacks of a kind that pass, the worst kind first, since the attacker chooses. BPCER: bona fide photos that are rejected. Each person or recording counts
alike; 95&nbsp;% intervals by resampling them.</p>
${table(
  ["kind of attack", "APCER", "photos", "people or recordings"],
  kinds.map(({ kind, atDefault: { apcer } }) => spoofRow(kind, apcer)),
)}
${table(
  ["bona fide source", "BPCER", "photos", "people or recordings"],
  bonaFide.map(({ kind, bpcer }) => spoofRow(kind, bpcer)),
)}`;
}

const spoofRow = (kind: string, of: SpoofRate) => [
  escape(kind),
  `${percentText(of.rate)} (${intervalText(of.interval)})`,
  count(of.photos),
  count(of.people),
];

const count = (of: number) => of.toLocaleString("en");
const code = (text: string) => `<code>${escape(text)}</code>`;
const rate = (errors: number, of: number, what: string) =>
  of === 0 ? "none" : `${count(errors)} of ${count(of)} ${what} (${intervalText(wilson(errors, of))})`;

function errorText(share: number | null, pairs: number, expected: number): string {
  const errors = Math.round((share ?? 0) * pairs);
  return rateText({ pairs, errors, interval: wilson(errors, pairs) }, expected);
}

const facts = (rows: readonly (readonly string[])[]) => table(["", ""], rows, "facts");

/** Renders a table; cells are HTML. @param kind `facts`: texts and hashes, not figures */
function table(head: readonly string[], rows: readonly (readonly string[])[], kind = "figures"): string {
  const names = head.some((name) => name !== "")
    ? `<thead><tr>${head.map((name) => `<th scope="col">${name}</th>`).join("")}</tr></thead>`
    : "";
  const lines = rows.map(
    ([first = "", ...cells]) =>
      `<tr><th scope="row">${first}</th>${cells.map((cell) => `<td>${cell}</td>`).join("")}</tr>`,
  );
  return `<div class="scroll" tabindex="0"><table class="${kind}">${names}<tbody>${lines.join("\n")}</tbody></table></div>`;
}

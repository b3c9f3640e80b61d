import type { DocumentFigures } from "../documents/references.ts";
import type { CountFigures } from "../expected.ts";
import type { IssueFigures, IssueRate } from "../issues.ts";
import { type AtThreshold, comparedBpcer, type SpoofFigures, type SpoofRate } from "../spoof.ts";
import { falseMatchRateOf } from "@selfsame/face/compare/calibrate";
import type { LeftOutFigures } from "../left-out.ts";
import type { GroupReport } from "../groups.ts";
import { highestUnseen, pairsToSee, percentText, rateText, worthSeeing } from "../statistics/measurable.ts";
import { wilson } from "../statistics/interval.ts";
import type { ErrorsAt, VerificationFigures } from "../verification.ts";

const percent = (rate: number, digits = 2) => `${(rate * 100).toFixed(digits)} %`;

export function describeVerification(figures: VerificationFigures): string {
  const { accuracy, areaUnderCurve, atDefault, byThreshold, genuine, impostors } = figures;
  return [
    `Pairs            ${figures.pairs}, ${figures.scored} scored: ${genuine} genuine, ${impostors} impostor; ${figures.photos} photos`,
    `Failed to detect ${figures.failures.length}${figures.failures.map((path) => `\n                 ${path}`).join("")}`,
    ...(accuracy ? describeAccuracy(accuracy) : ["Accuracy         none: it takes genuine and impostor pairs"]),
    ...(areaUnderCurve === null ? [] : [`Area under ROC   ${areaUnderCurve.toFixed(5)}`]),
    ...figures.acceptedAt.map(
      ({ rate, threshold, accepted }) =>
        `TAR at FAR ${rate.toExponential(0)}  ${impostors * rate < 1 ? tooFew(rate, impostors) : `${percent(accepted)} at similarity ${threshold.toFixed(4)}`}`,
    ),
    `At the default   ${bothErrors(atDefault, figures)} at similarity ${atDefault.threshold}`,
    "By threshold",
    ...byThreshold
      .filter(isPrinted)
      .map((errors) => `  ${errors.threshold.toFixed(2)}           ${bothErrors(errors, figures)}`),
    `Time             ${figures.millisecondsPerPhoto.toFixed(0)} ms a photo (median)`,
  ].join("\n");
}

/** The text for a rate that is too low to measure with this number of impostor pairs. */
const tooFew = (rate: number, impostors: number) =>
  `not measurable with ${impostors} impostor pairs; ${Math.ceil(1 / rate)} needed`;

/** A rate, or its upper limit if no error was seen in `pairs`. */
function seenOr(rate: number | null, pairs: number, expected: number): string {
  if (rate === null) return "no pairs";
  if (rate > 0) return percentText(rate);
  return pairs < pairsToSee(expected) ? "not measurable" : `under ${percentText(highestUnseen(pairs))}`;
}

function bothErrors(
  { threshold, falseMatchRate, falseNonMatchRate }: ErrorsAt,
  { genuine, impostors }: Pick<VerificationFigures, "genuine" | "impostors">,
): string {
  const falseMatch = seenOr(falseMatchRate, impostors, falseMatchRateOf(threshold));
  return `FMR ${falseMatch}, FNMR ${seenOr(falseNonMatchRate, genuine, worthSeeing)}`;
}

/** Prints every fifth of the hundredths; the JSON has all of them. */
const isPrinted = ({ threshold }: ErrorsAt) => Math.round(threshold * 100) % 5 === 0 && threshold < 1;

function describeAccuracy({ best, threshold, byFold }: NonNullable<VerificationFigures["accuracy"]>): string[] {
  const folds = byFold.map(({ accuracy }) => accuracy);
  const mean = folds.reduce((sum, one) => sum + one, 0) / folds.length;
  const line = `Accuracy         ${percent(best)} at the best similarity, ${threshold.toFixed(4)}`;
  if (folds.length === 0) return [line];
  return [
    line,
    `  by fold        ${percent(mean)} (${folds.map((one) => percent(one)).join(", ")}), each at the best of the others`,
  ];
}

/** Both error rates of each group at the default threshold, with intervals by person. */
export function describeGroups({ groups, threshold }: GroupReport): string {
  return [
    `By group at ${threshold.toFixed(2)}, with 95 % intervals by person`,
    ...groups.flatMap(({ group, falseMatch, falseNonMatch }) => [
      `  ${group.padEnd(14)} FMR  ${rateText(falseMatch, falseMatchRateOf(threshold))}`,
      `  ${"".padEnd(14)} FNMR ${rateText(falseNonMatch, worthSeeing)}`,
    ]),
  ].join("\n");
}

/** Errors by kind of attack, the worst first, since the attacker chooses the kind. */
export function describeSpoof(figures: SpoofFigures): string {
  const { kinds, bonaFide, threshold } = figures;
  const [worst] = kinds;
  const each = (of: (one: (typeof kinds)[number]) => AtThreshold | null) =>
    kinds.flatMap((one) => {
      const at = of(one);
      return at ? [spoofRow(one.kind, at.apcer, at)] : [];
    });
  const bpcer = percent(comparedBpcer, 0);
  return [
    `Photos           ${figures.live} bona fide, ${figures.spoof} attacks; each person or video counts alike, 95 % intervals by them`,
    `Failed to detect ${figures.failures.length}${figures.failures.map((path) => `\n                 ${path}`).join("")}`,
    ...(figures.live === 0 ? ["No bona fide photo shows a face: nothing can be told of them."] : []),
    ...(worst ? [] : ["No attack shows a face: nothing can be told of attacks."]),
    ...(worst ? [`The worst kind   ${worst.kind}: ${percent(worst.atDefault.apcer.rate, 1)} pass at the default`] : []),
    ...section(
      `Attacks that pass at the default, live >= ${threshold} (APCER)`,
      kinds.map(({ kind, atDefault }) => spoofRow(kind, atDefault.apcer)),
    ),
    ...section("Bona fide refused there (BPCER)", [
      ...bonaFide.map(({ kind, bpcer: refused }) => spoofRow(kind, refused)),
      ...(bonaFide.length > 1 && figures.allBonaFide ? [spoofRow("all of them", figures.allBonaFide)] : []),
    ]),
    ...section(
      `APCER where ${bpcer} of the same source's bona fide are refused`,
      each(({ atOwn }) => atOwn),
    ),
    ...section(
      `APCER where ${bpcer} of the other sources' bona fide are refused`,
      each(({ atOthers }) => atOthers),
    ),
  ].join("\n");
}

/** Errors to expect from unseen kinds of attack and cameras. */
export function describeLeftOut({ bpcer, kinds, bonaFide }: LeftOutFigures): string {
  return section(
    `Source left out: weights and threshold by the other sources, of whose bona fide ${percent(bpcer, 0)} are refused`,
    kinds.map(
      ({ kind, weights, atOthers: at }) =>
        `${spoofRow(kind, at.apcer, at, "sum")}; weights ${weights.map((one) => one.toFixed(2)).join(", ")}`,
    ),
  )
    .concat(bonaFide ? [spoofRow("bona fide (BPCER)", bonaFide)] : [])
    .join("\n");
}

const section = (title: string, rows: readonly string[]) => (rows.length === 0 ? [] : [`${title}:`, ...rows]);

function spoofRow(
  kind: string,
  { rate, interval, photos, people }: SpoofRate,
  at?: AtThreshold,
  what = "live",
): string {
  const [low, high] = interval.map((one) => (one * 100).toFixed(1));
  const counted = `${photos} photos of ${people}`;
  const beside = at
    ? `; ${what} >= ${at.threshold.toFixed(4)}${at.bpcer ? `, BPCER ${percent(at.bpcer.rate, 1)}` : ""}`
    : "";
  return `  ${kind.padEnd(24)} ${percent(rate, 1).padStart(7)} (${low} to ${high})  ${counted}${beside}`;
}

export function describeCounts({ photos, met, missed }: CountFigures): string {
  return [
    `Faces counted    ${met} of ${photos} photos as expected`,
    ...missed.map(({ name, expected, found }) => `  ${name}: expected ${expected}, found ${found}`),
  ].join("\n");
}

export function describeIssues(figures: readonly IssueFigures[]): string {
  const failures = figures[0]?.failures ?? [];
  return [
    `No face          ${failures.length}${failures.map((path) => `\n                 ${path}`).join("")}`,
    ...figures.flatMap(({ issue, noticed, falselyReported }) => [
      ...section(`${issue} reported where it is`, noticed.map(issueRow)),
      ...section(`${issue} reported where it is not`, falselyReported.map(issueRow)),
    ]),
  ].join("\n");
}

function issueRow({ kind, photos, reported, interval }: IssueRate): string {
  const [low, high] = interval.map((one) => (one * 100).toFixed(1));
  return `  ${kind.padEnd(24)} ${percent(reported / photos, 1).padStart(7)} (${low} to ${high})  ${reported} of ${photos}`;
}

function referenceRate(rejected: number, compared: number): string {
  if (compared === 0) return "not measured";
  const [low, high] = wilson(rejected, compared);
  return `${percent(rejected / compared, 1)} (${percent(low, 1)} to ${percent(high, 1)}) of ${compared}`;
}

/** One row for each format. */
export function describeDocuments({ pairs, references, leftOut }: DocumentFigures): string {
  const rows = references.map(({ format, compared, rejected, noFace, flaggedRejected, issues }) => {
    const most = Object.entries(issues).toSorted(([, one], [, other]) => other - one);
    const listed = most.slice(0, 4).map(([issue, count]) => `${issue} ${percent(count / compared, 1)}`);
    const rate = referenceRate(rejected, compared);
    return `  ${format.padEnd(27)}FNMR ${rate}; no face ${noFace}; ${flaggedRejected} of ${rejected} rejected with an issue; ${listed.join(", ") || "no issues"}`;
  });
  return [
    `References like those in documents, ${pairs} genuine pairs`,
    ...rows,
    ...(leftOut === undefined ? [] : [leftOut]),
  ].join("\n");
}

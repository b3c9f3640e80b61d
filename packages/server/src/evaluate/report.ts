import type { CountFigures } from "./expected.ts";
import type { ErrorRates, SpoofFigures } from "./spoof.ts";
import type { GroupReport } from "./groups.ts";
import type { ErrorsAt, VerificationFigures } from "./verification.ts";

const percent = (rate: number, digits = 2) => `${(rate * 100).toFixed(digits)} %`;

/** Null is what there are no pairs for. */
const percentOr = (rate: number | null, digits = 2) => (rate === null ? "no pairs" : percent(rate, digits));

export function describeVerification(figures: VerificationFigures): string {
  const { accuracy, areaUnderCurve, atDefault, byThreshold, genuine, impostors } = figures;
  return [
    `Pairs            ${figures.pairs}, ${figures.scored} scored: ${genuine} genuine, ${impostors} of strangers; ${figures.photos} photos`,
    `Failed to detect ${figures.failures.length}${figures.failures.map((path) => `\n                 ${path}`).join("")}`,
    ...(accuracy ? describeAccuracy(accuracy) : ["Accuracy         none: it takes genuine pairs and strangers"]),
    ...(areaUnderCurve === null ? [] : [`Area under ROC   ${areaUnderCurve.toFixed(5)}`]),
    ...figures.acceptedAt.map(
      ({ rate, threshold, accepted }) =>
        `TAR at FAR ${rate.toExponential(0)}  ${percent(accepted)} at similarity ${threshold.toFixed(4)}${tooFew(rate, impostors)}`,
    ),
    `At the default   FMR ${percentOr(atDefault.falseMatchRate, 3)}, FNMR ${percentOr(atDefault.falseNonMatchRate)} at similarity ${atDefault.threshold}`,
    "By threshold     FMR, FNMR",
    ...byThreshold
      .filter(isPrinted)
      .map(
        ({ threshold, falseMatchRate, falseNonMatchRate }) =>
          `  ${threshold.toFixed(2)}           ${percentOr(falseMatchRate, 3)}, ${percentOr(falseNonMatchRate)}`,
      ),
    `Time             ${figures.millisecondsPerPhoto.toFixed(0)} ms a photo (median)`,
  ].join("\n");
}

/** Of every hundredth, each fifth: all of them are in the JSON. */
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

/** The rate of one in so many cannot be seen on fewer. */
const tooFew = (rate: number, impostors: number) =>
  impostors * rate < 1 ? ` (a guess: ${impostors} pairs of strangers cannot show so low a rate)` : "";

export function describeGroups(report: GroupReport): string {
  return [
    "By group         FMR, FNMR",
    ...report.groups.map(
      ({ group, falseMatch, falseNonMatch }) =>
        `  ${group.padEnd(14)} ${percentOr(falseMatch.rate, 3)} of ${falseMatch.pairs}, ${percentOr(falseNonMatch.rate)} of ${falseNonMatch.pairs}`,
    ),
  ].join("\n");
}

export function describeSpoof(figures: SpoofFigures): string {
  return [
    `Photos           ${figures.live} bona fide, ${figures.spoof} attacks`,
    `Failed to detect ${figures.failures.length}${figures.failures.map((path) => `\n                 ${path}`).join("")}`,
    ...(figures.live === 0 ? ["No bona fide photo shows a face: nothing can be told of them."] : []),
    ...(figures.spoof === 0 ? ["No attack shows a face: nothing can be told of attacks."] : []),
    ...(figures.areaUnderCurve === null ? [] : [`AUC              ${figures.areaUnderCurve.toFixed(4)}`]),
    ...(figures.equalErrorRate === null ? [] : [`EER              ${percent(figures.equalErrorRate)}`]),
    describeRates("At the default", figures.atDefault),
    ...(figures.atBpcer10 === null ? [] : [describeRates("At BPCER 10 %", figures.atBpcer10)]),
  ].join("\n");
}

function describeRates(label: string, { threshold, apcer, bpcer }: ErrorRates): string {
  return [`${label}: live >= ${threshold.toFixed(4)}`, ...rateRows("APCER", apcer), ...rateRows("BPCER", bpcer)].join(
    "\n",
  );
}

const rateRows = (name: string, rates: Readonly<Record<string, number>>) =>
  Object.entries(rates).map(([folder, rate]) => `  ${name}  ${folder.padEnd(28)} ${percent(rate, 1)}`);

export function describeCounts({ photos, met, missed }: CountFigures): string {
  return [
    `Faces counted    ${met} of ${photos} photos as expected`,
    ...missed.map(({ name, expected, found }) => `  ${name}: expected ${expected}, found ${found}`),
  ].join("\n");
}

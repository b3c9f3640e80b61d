import type { CountFigures } from "./expected.ts";
import type { ErrorRates, SpoofFigures } from "./spoof.ts";
import type { VerificationFigures } from "./verification.ts";

const percent = (rate: number, digits = 2) => `${(rate * 100).toFixed(digits)} %`;

export function describeVerification(figures: VerificationFigures): string {
  const { accuracy, atDefault } = figures;
  const byFold = accuracy.byFold.map(({ accuracy: one }) => one);
  const mean = byFold.reduce((sum, one) => sum + one, 0) / byFold.length;
  return [
    `Pairs            ${figures.pairs}, ${figures.scored} scored; ${figures.photos} photos`,
    `Failed to detect ${figures.failures.length}${figures.failures.map((path) => `\n                 ${path}`).join("")}`,
    `Accuracy         ${percent(accuracy.best)} at the best similarity, ${accuracy.threshold.toFixed(4)}`,
    ...(byFold.length > 0
      ? [
          `  by fold        ${percent(mean)} (${byFold.map((one) => percent(one)).join(", ")}), each at the best of the others`,
        ]
      : []),
    `Area under ROC   ${figures.areaUnderCurve.toFixed(5)}`,
    ...figures.acceptedAt.map(
      ({ rate, threshold, accepted }) =>
        `TAR at FAR ${rate.toExponential(0)}  ${percent(accepted)} at similarity ${threshold.toFixed(4)}`,
    ),
    `At the default   FMR ${percent(atDefault.falseMatchRate, 3)}, FNMR ${percent(atDefault.falseNonMatchRate)} at similarity ${atDefault.threshold}`,
    `Time             ${figures.millisecondsPerPhoto.toFixed(0)} ms a photo (median)`,
  ].join("\n");
}

export function describeSpoof(figures: SpoofFigures): string {
  return [
    `Photos           ${figures.live} bona fide, ${figures.spoof} attacks`,
    `Failed to detect ${figures.failures.length}${figures.failures.map((path) => `\n                 ${path}`).join("")}`,
    `AUC              ${figures.areaUnderCurve.toFixed(4)}`,
    `EER              ${percent(figures.equalErrorRate)}`,
    describeRates("At the default", figures.atDefault),
    describeRates("At BPCER 10 %", figures.atBpcer10),
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

import type { Calibration, Interval } from "@selfsame/face/manifest";
import { wilson } from "../evaluate/statistics/interval.ts";
import type { Calibrated } from "./calibration.ts";

/** Prints the table of a calibration by group, and the data it rests on. */
export function reportCalibration({ calibration: { table, measured, threshold }, histogram }: Calibrated): void {
  const impostorPairs = histogram.counts.reduce((sum, count) => sum + count, 0);
  console.table(
    table.map(({ similarity, falseMatchRate, falseNonMatchRate, withinGroupFalseMatchRate, withinGroupInterval }) => ({
      similarity,
      FMR: falseMatchRate,
      FNMR: falseNonMatchRate,
      "FMR within groups": withinGroupFalseMatchRate,
      "95 %": withinGroupInterval.join(" to "),
    })),
  );
  console.table(
    measured.groups.map(({ group, pairs, falseMatchRate, interval }) => ({
      group,
      pairs,
      FMR: falseMatchRate,
      "95 %": interval.join(" to "),
    })),
  );
  if (measured.genuineGroups) {
    console.table(
      measured.genuineGroups.map(({ group, people, pairs, falseNonMatchRate, interval }) => ({
        group,
        people,
        pairs,
        FNMR: falseNonMatchRate,
        "95 %": interval.join(" to "),
      })),
    );
  }
  const counted = table.findLast(({ falseMatchRate }) => falseMatchRate * impostorPairs >= 10);
  console.log(
    `The similarity scale rests on ${impostorPairs} impostor pairs, the FNMR on ${measured.genuinePairs} genuine pairs; the default threshold is ${threshold}.`,
  );
  console.log(
    counted === undefined
      ? "No row has ten impostor pairs above it: all are extrapolated. Calibrate with more people."
      : `Its rarest row that was counted is ${counted.similarity}, on ${Math.round(counted.falseMatchRate * impostorPairs)} impostor pairs above it; rows beyond are extrapolated by the fitted tail.`,
  );
}

/**
 * Prints whether these photos confirm the shipped table: each row's FNMR and within-group FMR, beside the 95 % interval by these photos. A row's FMR
 * is the same by definition.
 */
export function reportShipped(shipped: Calibration | undefined, { calibration }: Calibrated): void {
  const { genuinePairs, steps, refused } = calibration.measured;
  console.log("The table that the model comes with, beside that of these photos:");
  console.table(
    (shipped?.table ?? []).map(({ similarity, falseNonMatchRate, withinGroupFalseMatchRate }) => {
      const errors = refused[steps.indexOf(similarity)] ?? 0;
      const own = calibration.table.find((row) => row.similarity === similarity);
      return {
        similarity,
        FNMR: falseNonMatchRate,
        "these photos": Number((errors / genuinePairs).toPrecision(3)),
        ...beside(falseNonMatchRate, wilson(errors, genuinePairs)),
        "FMR within groups": withinGroupFalseMatchRate,
        "these groups": own?.withinGroupFalseMatchRate,
        ...(own && beside(withinGroupFalseMatchRate, own.withinGroupInterval, " ")),
      };
    }),
  );
}

/** @param mark distinguishes columns of the same name */
const beside = (rate: number, [low, high]: Interval, mark = "") => ({
  [`95 %${mark}`]: `${Number(low.toPrecision(3))} to ${Number(high.toPrecision(3))}`,
  [`within${mark}`]: low <= rate && rate <= high ? "yes" : "no",
});

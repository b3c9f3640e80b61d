import { Badge } from "../../ui/parts.tsx";
import { count, many } from "../../ui/words/words.ts";

/** Share of a month's requests from which use is near the limit, as in the alert `key.limit_near`. */
const nearShare = 0.8;

interface MonthUse {
  readonly used: number;
  readonly quota: number;
}

export const isNearLimit = ({ used, quota }: MonthUse): boolean => used >= nearShare * quota;

/** Warn: most of the month's requests are used; bad: all. */
export const monthTone = ({ used, quota }: MonthUse): "warn" | "bad" => (used >= quota ? "bad" : "warn");

/** The month's use, as a badge if it is near the limit. */
export function MonthUseNote({ used: counted, quota }: MonthUse) {
  const used = Math.min(counted, quota);
  const text = `${count(used)} of ${many(quota, "request")} used this month`;
  if (!isNearLimit({ used, quota })) return <span class="faint">{text}</span>;
  return (
    <span>
      <Badge tone={monthTone({ used, quota })}>{text}</Badge>
    </span>
  );
}

import { Badge } from "../../ui/parts.tsx";
import { count, many } from "../../ui/words/words.ts";

/** From this share of a month's requests on, as the alert `key.limit_near`. */
const nearShare = 0.8;

interface MonthUse {
  readonly used: number;
  readonly quota: number;
}

export const isNearLimit = ({ used, quota }: MonthUse): boolean => used >= nearShare * quota;

/** How urgent: most of a month is used, or all of it. */
export const monthTone = ({ used, quota }: MonthUse): "warn" | "bad" => (used >= quota ? "bad" : "warn");

/** What is used of a month, as one badge everywhere where that is most of it. */
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

import { pathTo } from "@selfsame/verify-page/here/service-path";
import type { Overview } from "@selfsame/server/api/dashboard/answers/usage";
import { Empty, Panel } from "../../ui/parts.tsx";
import { outcomeTone } from "../../ui/words/outcomes.ts";
import { count, percent } from "../../ui/words/words.ts";
import { Breakable } from "../../ui/words/breakable.tsx";

const shownMax = 8;

interface ErrorCodesProps {
  readonly errors: Overview["errors"];
  readonly requests: number;
}

/** The error codes that callers received, with the number of requests. */
export function ErrorCodes({ errors, requests }: ErrorCodesProps) {
  const most = errors[0]?.count ?? 1;
  return (
    <Panel
      title="Errors"
      lead="By code, with the share of all requests."
      aside={
        <a class="more" href={pathTo("/docs/guide/errors")}>
          What they mean
        </a>
      }
    >
      {errors.length === 0 ? (
        <Empty title="No errors">
          {requests === 0 ? "There was no request in this time." : "Every request got a result."}
        </Empty>
      ) : (
        <ul class="mix codes">
          {errors.slice(0, shownMax).map(({ code, count: some }) => (
            <li key={code}>
              <span class={`dot ${outcomeTone(code)}`} />
              <a class="mix-name" href={`#/requests?outcome=${code}`}>
                <code>
                  <Breakable text={code} />
                </code>
              </a>
              <span class="mix-bar">
                <span class={outcomeTone(code)} style={{ width: `${(100 * some) / most}%` }} />
              </span>
              <span class="mix-count">{count(some)}</span>
              <span class="mix-share">{percent(some / requests)}</span>
            </li>
          ))}
        </ul>
      )}
    </Panel>
  );
}

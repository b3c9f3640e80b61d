import { count, many } from "../../ui/words/words.ts";
import type { ReadItem, ReadItems } from "./read-items.ts";

interface UploadPreviewProps {
  readonly read: ReadItems;
  /** The items that would be sent. */
  readonly items: readonly ReadItem[];
  readonly onlyIds?: ReadonlySet<string>;
}

/** Maximum number of errors shown; more would not help. */
const shownMax = 20;

/** The content of the file and its errors. */
export function UploadPreview({ read, items, onlyIds }: UploadPreviewProps) {
  if (read.outcome === "unusable") {
    return (
      <p class="problem" role="alert">
        {read.why}
      </p>
    );
  }
  const { problems, closedHosts } = read;
  const missing = onlyIds === undefined ? 0 : onlyIds.size - items.length;
  return (
    <section class="upload-preview" aria-label="What is in the file" role="status">
      <p>
        <strong>{many(items.length, "item")}</strong> ready to send
        {problems.length > 0 && `, ${many(problems.length, "line")} with a problem left out`}
        {missing > 0 && `, ${many(missing, "failed item")} not in the file`}.
      </p>
      {closedHosts.size > 0 && (
        <p class="problem">
          Photos may not be fetched from{" "}
          {[...closedHosts]
            .slice(0, 5)
            .map(([host, times]) => `${host} (${many(times, "item")})`)
            .join(", ")}
          {closedHosts.size > 5 && ` and ${count(closedHosts.size - 5)} other hosts`}: these items would fail. Allow
          them under <a href="#/domains">Domains and origins</a> first.
        </p>
      )}
      {problems.length > 0 && (
        <ul class="line-problems">
          {problems.slice(0, shownMax).map(({ line, text }) => (
            <li key={line}>
              <span class="tabular faint">Line {count(line)}</span> {text}
            </li>
          ))}
          {problems.length > shownMax && <li>And {count(problems.length - shownMax)} more.</li>}
        </ul>
      )}
    </section>
  );
}

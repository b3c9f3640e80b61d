import { milliseconds, title } from "../../ui/words/words.ts";

const parts = 7;
const colourOf = (index: number): string => `var(--part-${(index % parts) + 1})`;

/**
 * Durations of the stages, as a bar of their shares and in words. Photos are processed in parallel, so the shares are of the stages' sum, not of the
 * request's duration.
 */
export function StageBar({ stagesMs }: { readonly stagesMs: Readonly<Record<string, number>> }) {
  const stages = Object.entries(stagesMs);
  const sum = stages.reduce((all, [, ms]) => all + ms, 0);
  return (
    <div class="field">
      <span class="label">Stages, of all photos together</span>
      <div class="stage-bar" aria-hidden="true">
        {stages.map(([stage, ms], index) => (
          <span key={stage} style={{ flexGrow: sum === 0 ? 1 : ms, background: colourOf(index) }} />
        ))}
      </div>
      <ul class="stage-list">
        {stages.map(([stage, ms], index) => (
          <li key={stage}>
            <span class="dot" style={{ background: colourOf(index) }} />
            {title(stage)} <span class="faint">{ms < 1 ? "<1 ms" : milliseconds(ms)}</span>
          </li>
        ))}
      </ul>
    </div>
  );
}

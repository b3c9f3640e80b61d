import { milliseconds, title } from "../../ui/words/words.ts";

const parts = 7;
const colourOf = (index: number): string => `var(--part-${(index % parts) + 1})`;

/** Where the time went: a bar of the stages' shares, and the same in words. Photos are looked at side by side, so it is their sum that is shared out. */
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

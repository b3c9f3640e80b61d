/** Parts that the pages of an evaluation share. Each page is self-contained and printable. */

const escapes: Readonly<Record<string, string>> = { "<": "&lt;", "&": "&amp;", '"': "&quot;" };
export const escape = (text: string) => text.replace(/[<&"]/g, (character) => escapes[character] ?? character);

export const pageStyle = `:root { color-scheme: light dark; --line: #8884; --paper: light-dark(#fff, #1c1c1f); --ink: light-dark(#222, #ddd); --accent: light-dark(#2f5bea, #8aa9ff); }
body { font: 16px/1.5 system-ui, sans-serif; max-width: 76rem; margin: 2rem auto; padding: 0 1rem; background: var(--paper); color: var(--ink); }
p, ul { max-width: 48rem; }
.scroll { overflow-x: auto; }
table { border-collapse: collapse; font-variant-numeric: tabular-nums; font-size: 0.9375rem; }
th, td { text-align: right; padding: 0.4rem 0.75rem; border-bottom: 1px solid var(--line); white-space: nowrap; font-weight: 400; vertical-align: top; }
.scroll + .scroll { margin-top: 1rem; }
.facts :is(td, th) { text-align: left; white-space: normal; }
.facts code { overflow-wrap: anywhere; }
thead th { font-weight: 600; vertical-align: bottom; }
thead [colspan] { text-align: center; }
tr > :first-child { text-align: left; position: sticky; left: 0; background: var(--paper); font-weight: 600; }
thead tr + tr > :first-child { text-align: right; position: static; }
.square :is(td, th) { white-space: normal; min-width: 5.5rem; padding: 0.4rem 0.5rem; }
.square td[style] { background: color-mix(in srgb, var(--accent) var(--heat), transparent); }
.square b, .square small { display: block; white-space: nowrap; }
.square small { font-size: 0.75rem; }
.plots { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(20rem, 100%), 1fr)); gap: 1rem; }
figure { margin: 0; border: 1px solid var(--line); border-radius: 0.5rem; overflow: hidden; }
svg { display: block; width: 100%; height: auto; }
.paper { fill: var(--paper); }
.ink { fill: var(--ink); }
.grid { stroke: var(--line); }
.line-0 { stroke: var(--accent); }
@media (max-width: 40rem) {
  th, td { padding: 0.35rem 0.5rem; }
  table:not(.square) tr > :first-child { white-space: normal; min-width: 6.5rem; }
}
@media print { .scroll { overflow: visible; } figure { break-inside: avoid; } }`;

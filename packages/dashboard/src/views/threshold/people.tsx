const columns = 50;
const step = 10;

/** A thousand people as dots, with the erroneous ones first and in color. The text beside it states the same. */
export function People({ erring, tone }: { readonly erring: number; readonly tone: "bad" | "warn" }) {
  const dots = (from: number, to: number) => {
    let path = "";
    for (let i = from; i < to; i++) {
      const [x, y] = [(i % columns) * step + step / 2, Math.floor(i / columns) * step + step / 2];
      path += `M${x - 3} ${y}a3 3 0 1 0 6 0a3 3 0 1 0 -6 0`;
    }
    return path;
  };
  // Less than one error in a thousand is shown as a ring, so that it stays visible.
  const whole = Math.round(erring);
  const ring = whole === 0 && erring > 0;
  return (
    <svg class={`people ${tone}`} viewBox={`0 0 ${columns * step} ${(1000 / columns) * step}`} aria-hidden="true">
      <path class="erring" d={dots(0, whole)} />
      <path d={dots(ring ? 1 : whole, 1000)} />
      {ring && <circle class="ring" cx={step / 2} cy={step / 2} r={2.6} />}
    </svg>
  );
}

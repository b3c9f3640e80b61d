/** Each step of 0.1 is a factor of ten: 1 in 100 impostor pairs reaches 0.5. */
const ticks = [
  [0.4, "10"],
  [0.5, "100"],
  [0.6, "1k"],
  [0.7, "10k"],
  [0.8, "100k"],
  [0.9, "1M"],
] as const;

const at = (value: number): string => `${100 * value}%`;

interface ScaleProps {
  /** Null: below the threshold, for which the service returns no value. */
  readonly similarity: number | null;
  readonly threshold: number | undefined;
  readonly match: boolean;
}

/** The similarity scale: this pair's similarity, the threshold, and what they mean. */
export function Scale({ similarity, threshold, match }: ScaleProps) {
  const said = similarity === null ? "below the threshold" : similarity.toFixed(4);
  const label = `Similarity on the scale from 0 to 1: ${said}. ${threshold === undefined ? "" : `Threshold: ${threshold}. `}From 0.4 on, each step of 0.1 makes a false match ten times rarer.`;
  return (
    <div class={`scale ${match ? "good" : "plain"}`} role="img" aria-label={label}>
      <div class="track">
        {similarity === null ? (
          <div class="unknown" style={{ width: at(threshold ?? 0) }} />
        ) : (
          <div class="reached" style={{ width: at(similarity) }} />
        )}
      </div>
      {threshold !== undefined && (
        <div class="threshold" style={{ left: at(threshold) }}>
          <span>threshold {threshold}</span>
        </div>
      )}
      <span class="tick first">1 in</span>
      {ticks.map(([value, text]) => (
        <span key={text} class="tick" style={{ left: at(value) }}>
          {text}
        </span>
      ))}
    </div>
  );
}

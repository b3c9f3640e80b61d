import { useId } from "preact/hooks";

const range = { from: 0.4, to: 0.95, step: 0.01 };

interface ThresholdSliderProps {
  readonly value: number;
  readonly onChange: (value: number) => void;
}

export function ThresholdSlider({ value, onChange }: ThresholdSliderProps) {
  const id = useId();
  return (
    <div class="threshold-slider">
      <div>
        <label class="label" for={id}>
          Threshold
        </label>
        <output for={id}>{value.toFixed(2)}</output>
      </div>
      <input
        id={id}
        type="range"
        min={range.from}
        max={range.to}
        step={range.step}
        value={value}
        onInput={(event) => onChange(Number(event.currentTarget.value))}
      />
    </div>
  );
}

/** Reads a threshold from the address, which anybody may have typed, and returns one that the slider can have. */
export function readThreshold(text: string | null): number | undefined {
  const value = text === null || text.trim() === "" ? Number.NaN : Number(text);
  return value >= range.from && value <= range.to ? Math.round(value * 100) / 100 : undefined;
}

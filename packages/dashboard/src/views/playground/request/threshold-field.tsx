import { SelectField } from "../../../ui/forms/field.tsx";

/** Round values of the scale, with the false match rate of each. */
const thresholds = [
  { value: "", text: "Threshold: the model’s own" },
  { value: "0.4", text: "0.4: 1 impostor in 10 matches" },
  { value: "0.5", text: "0.5: 1 in 100" },
  { value: "0.6", text: "0.6: 1 in 1,000" },
  { value: "0.7", text: "0.7: 1 in 10,000" },
  { value: "0.8", text: "0.8: 1 in 100,000" },
  { value: "0.9", text: "0.9: 1 in a million" },
];

interface ThresholdFieldProps {
  readonly value: number | undefined;
  readonly onChange: (value: number | undefined) => void;
}

export function ThresholdField({ value, onChange }: ThresholdFieldProps) {
  return (
    <SelectField
      label="Threshold"
      quiet
      value={value === undefined ? "" : String(value)}
      options={thresholds}
      onChange={(text) => onChange(text === "" ? undefined : Number(text))}
    />
  );
}

import { useId } from "preact/hooks";

interface ChoiceProps<T extends string> {
  readonly label: string;
  /** Undefined: no option is selected yet. */
  readonly value: T | undefined;
  readonly options: readonly { readonly value: T; readonly text: string; readonly label?: string }[];
  readonly onChange: (value: T) => void;
  readonly disabled?: boolean;
}

/** A choice of a few options, all visible: radio buttons styled as a segmented control. */
export function Choice<T extends string>({ label, value, options, onChange, disabled = false }: ChoiceProps<T>) {
  const name = useId();
  return (
    <fieldset class="choice" disabled={disabled}>
      <legend class="visually-hidden">{label}</legend>
      {options.map((option) => (
        <label key={option.value} class={option.value === value ? "chosen" : ""}>
          <input
            type="radio"
            class="visually-hidden"
            name={name}
            checked={option.value === value}
            aria-label={option.label}
            onChange={() => onChange(option.value)}
          />
          {option.text}
        </label>
      ))}
    </fieldset>
  );
}

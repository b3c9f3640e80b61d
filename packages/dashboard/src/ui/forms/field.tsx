import type { ComponentChildren, JSX } from "preact";
import { useContext, useId } from "preact/hooks";
import { FieldProblems } from "./field-problems.ts";

interface Common {
  readonly label: string;
  readonly hint?: ComponentChildren;
  /** Error message shown with the field. */
  readonly problem?: string | undefined;
  /** Whether the label is only for screen readers, because the field's context explains it visually. */
  readonly quiet?: boolean | undefined;
}

interface TextFieldProps extends Common {
  readonly value: string;
  readonly onInput: (value: string) => void;
  readonly input?: JSX.IntrinsicElements["input"] & {
    readonly "data-autofocus"?: boolean;
    readonly "data-search"?: boolean;
  };
}

export function TextField({ value, onInput, input, ...common }: TextFieldProps) {
  return (
    <Field {...common}>
      {(described) => (
        <input
          {...input}
          {...described}
          class="input"
          value={value}
          onInput={(event) => onInput(event.currentTarget.value)}
        />
      )}
    </Field>
  );
}

interface AreaFieldProps extends Common {
  readonly value: string;
  readonly onInput: (value: string) => void;
  readonly rows: number;
  readonly placeholder?: string;
}

export function AreaField({ value, onInput, rows, placeholder, ...common }: AreaFieldProps) {
  return (
    <Field {...common}>
      {(described) => (
        <textarea
          {...described}
          class="input area"
          rows={rows}
          placeholder={placeholder}
          spellcheck={false}
          value={value}
          onInput={(event) => onInput(event.currentTarget.value)}
        />
      )}
    </Field>
  );
}

interface SelectFieldProps<T extends string> extends Common {
  readonly value: T;
  readonly options: readonly { readonly value: T; readonly text: string }[];
  readonly onChange: (value: T) => void;
}

export function SelectField<T extends string>({ value, options, onChange, ...common }: SelectFieldProps<T>) {
  return (
    <Field {...common}>
      {(described) => (
        <select
          {...described}
          class="input select"
          value={value}
          onChange={(event) => onChange(event.currentTarget.value as T)}
        >
          {options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.text}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}

interface FileFieldProps extends Common {
  /** As in the `accept` attribute of a file input: ".csv,text/csv". */
  readonly accept: string;
  readonly onFile: (file: File | undefined) => void;
}

export function FileField({ accept, onFile, ...common }: FileFieldProps) {
  return (
    <Field {...common}>
      {(described) => (
        <input
          {...described}
          type="file"
          accept={accept}
          onChange={(event) => onFile(event.currentTarget.files?.[0])}
        />
      )}
    </Field>
  );
}

interface CheckFieldProps extends Pick<Common, "label" | "hint"> {
  readonly checked: boolean;
  readonly onChange: (checked: boolean) => void;
}

export function CheckField({ label, hint, checked, onChange }: CheckFieldProps) {
  const id = useId();
  return (
    <div class="field check">
      <input
        id={id}
        type="checkbox"
        aria-describedby={hint === undefined ? undefined : `${id}-hint`}
        checked={checked}
        onChange={(event) => onChange(event.currentTarget.checked)}
      />
      <label for={id}>{label}</label>
      {hint !== undefined && (
        <p class="hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
    </div>
  );
}

interface Described {
  readonly id: string;
  readonly "aria-describedby": string | undefined;
  readonly "aria-invalid": boolean | undefined;
}

function Field({
  label,
  hint,
  problem: given,
  quiet,
  children,
}: Common & { readonly children: (described: Described) => JSX.Element }) {
  const id = useId();
  const problem = useContext(FieldProblems)[id] ?? given;
  const notes = [hint !== undefined && `${id}-hint`, problem !== undefined && `${id}-problem`].filter(Boolean);
  return (
    <div class="field">
      <label for={id} class={quiet ? "visually-hidden" : "label"}>
        {label}
      </label>
      {children({
        id,
        "aria-describedby": notes.join(" ") || undefined,
        "aria-invalid": problem !== undefined || undefined,
      })}
      {problem !== undefined && (
        <p class="problem" id={`${id}-problem`} role="alert">
          {problem}
        </p>
      )}
      {hint !== undefined && (
        <p class="hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
    </div>
  );
}

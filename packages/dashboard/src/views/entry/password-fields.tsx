import { TextField } from "../../ui/forms/field.tsx";

const passwordHint = "At least 12 characters. A few words are easier to remember than signs and numbers.";

/** The e-mail address, also used by the browser's password manager. */
export function EmailField({
  value,
  onInput,
  onChange,
  problem,
  autofocus = false,
}: {
  readonly value: string;
  readonly onInput: (value: string) => void;
  /** Called when the field loses the focus or the browser fills it in. */
  readonly onChange?: (value: string) => void;
  readonly problem?: string | undefined;
  readonly autofocus?: boolean;
}) {
  return (
    <TextField
      label="E-mail"
      value={value}
      onInput={onInput}
      problem={problem}
      input={{
        type: "email",
        name: "email",
        autocomplete: "username webauthn",
        required: true,
        autofocus,
        ...(onChange && { onChange: (event) => onChange(event.currentTarget.value) }),
      }}
    />
  );
}

/** A hidden field that tells password managers whose password it is. */
export function Username({ value }: { readonly value: string }) {
  return (
    <input
      class="visually-hidden"
      type="email"
      autocomplete="username"
      value={value}
      readOnly
      tabIndex={-1}
      aria-hidden="true"
    />
  );
}

export function PasswordField({
  value,
  onInput,
  problem,
  fresh = false,
  label = "Password",
}: {
  readonly value: string;
  readonly onInput: (value: string) => void;
  readonly problem?: string | undefined;
  readonly fresh?: boolean;
  readonly label?: string;
}) {
  return (
    <TextField
      label={label}
      value={value}
      onInput={onInput}
      problem={problem}
      hint={fresh ? passwordHint : undefined}
      input={{
        type: "password",
        name: fresh ? "new-password" : "password",
        autocomplete: fresh ? "new-password" : "current-password",
        required: true,
        ...(fresh && { minLength: 12 }),
      }}
    />
  );
}

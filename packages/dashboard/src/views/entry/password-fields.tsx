import { TextField } from "../../ui/forms/field.tsx";

const passwordHint = "At least 12 characters. A few words are easier to remember than signs and numbers.";

/** E-mail, for the browser's password manager and for who claims an account. */
export function EmailField({
  value,
  onInput,
  onChange,
  problem,
  autofocus = false,
}: {
  readonly value: string;
  readonly onInput: (value: string) => void;
  /** When it is left, or filled in by the browser. */
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

/** For password managers, and for nobody to see: whose password it is. */
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

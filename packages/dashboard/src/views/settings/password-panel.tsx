import { useState } from "preact/hooks";
import { request } from "../../api/request.ts";
import { me } from "../../state/session.ts";
import { toast } from "../../state/toasts.ts";
import { Form } from "../../ui/forms/form.tsx";
import { Panel } from "../../ui/parts.tsx";
import { PasswordField, Username } from "../entry/password-fields.tsx";

export function PasswordPanel() {
  const [current, setCurrent] = useState("");
  const [next, setNext] = useState("");
  const change = async () => {
    await request("POST", "/password", { current, next });
    setCurrent("");
    setNext("");
    toast("The password is changed. You are signed out everywhere else.");
  };
  return (
    <Panel
      title="Password"
      lead={`For ${me.value?.user.email ?? "your account"}. Changing it signs you out everywhere else.`}
    >
      <Form className="form narrow" submit="Change the password" fields={["current", "next"]} onSubmit={change}>
        {(problems) => (
          <>
            <Username value={me.value?.user.email ?? ""} />
            <PasswordField
              label="Current password"
              value={current}
              onInput={setCurrent}
              problem={problems["current"] && "This is not the current password."}
            />
            <PasswordField label="New password" value={next} onInput={setNext} problem={problems["next"]} fresh />
          </>
        )}
      </Form>
    </Panel>
  );
}

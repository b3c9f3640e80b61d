import type { Role } from "@selfsame/server/api/dashboard/answers/account";
import { SelectField } from "../../ui/forms/field.tsx";
import { roleTexts, assignableRoles } from "./roles.ts";

export function RoleField({ value, onChange }: { readonly value: Role; readonly onChange: (role: Role) => void }) {
  return (
    <SelectField
      label="Role"
      value={value}
      onChange={onChange}
      options={assignableRoles().map((role) => ({ value: role, text: roleTexts[role] }))}
    />
  );
}

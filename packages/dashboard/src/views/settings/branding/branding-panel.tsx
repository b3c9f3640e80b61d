import type { Branding } from "@selfsame/server/api/v3/schemas/branding";
import { may } from "../../../state/session.ts";
import { useResource } from "../../../state/resource.ts";
import { Loaded } from "../../../ui/loaded.tsx";
import { Facts, Panel } from "../../../ui/parts.tsx";
import { RoleHint } from "../../../ui/role-hint.tsx";
import { brandingPath } from "./branding-path.ts";
import { BrandingForm } from "./branding-form.tsx";
import { BrandingPreview } from "./branding-preview.tsx";

export function BrandingPanel() {
  const branding = useResource<Branding>(brandingPath);
  return (
    <Panel title="Branding" lead="How the hosted page looks to the people who verify.">
      <Loaded from={branding} lines={4}>
        {(data) =>
          may("admin") ? (
            <BrandingForm saved={data} onSaved={branding.put} onLogo={branding.reload} />
          ) : (
            <BrandingShown saved={data} />
          )
        }
      </Loaded>
    </Panel>
  );
}

/** Read-only, for people who may not change the branding. */
function BrandingShown({ saved }: { readonly saved: Branding }) {
  const { name, accent, privacy_url, controller, contact } = saved;
  return (
    <div class="branding">
      <div class="branding-fields">
        <Facts
          facts={[
            ["Name", name ?? "not set"],
            ["Color", accent ?? "not set"],
            ["Privacy policy", privacy_url ?? "not set"],
            ["Controller", controller ?? "not set"],
            ["Contact", contact ?? "not set"],
          ]}
        />
        <RoleHint needs="admin" to="change the branding" />
      </div>
      <BrandingPreview branding={saved} />
    </div>
  );
}

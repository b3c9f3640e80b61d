import { PageHead } from "../../ui/parts.tsx";

export function HealthView() {
  return <PageHead title="Health" />;
}

import { PageHead } from "../../ui/parts.tsx";

export function LimitsView() {
  return <PageHead title="Limits" />;
}

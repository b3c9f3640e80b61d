import { PageHead } from "../../ui/parts.tsx";

export function UsageView() {
  return <PageHead title="Usage" />;
}

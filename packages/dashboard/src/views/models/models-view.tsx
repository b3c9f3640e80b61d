import { PageHead } from "../../ui/parts.tsx";

export function ModelsView() {
  return <PageHead title="Models" />;
}

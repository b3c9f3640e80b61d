import { PageHead } from "../../ui/parts.tsx";

export function PlansView() {
  return <PageHead title="Plans" />;
}

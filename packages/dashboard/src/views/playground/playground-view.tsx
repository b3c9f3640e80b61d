import { PageHead } from "../../ui/parts.tsx";

export function PlaygroundView() {
  return <PageHead title="Playground" />;
}

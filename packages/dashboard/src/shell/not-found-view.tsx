import { ButtonLink } from "../ui/forms/button.tsx";
import { PageHead } from "../ui/parts.tsx";

export function NotFoundView() {
  return (
    <>
      <PageHead
        title="There is nothing here"
        lead="The address may be mistyped, or your account cannot see this page."
      />
      <ButtonLink href="#/">Go to the overview</ButtonLink>
    </>
  );
}

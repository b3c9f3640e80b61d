import { useState } from "preact/hooks";
import type { Domains } from "@selfsame/server/api/v3/schemas/domains";
import { useResource } from "../../state/resource.ts";
import { domainsPath } from "../domains/domains-path.ts";
import type { ReadItems } from "./read-items.ts";

const fileBytesMax = 32 * 1024 * 1024;

/** The items of the file chosen last; undefined without a file. */
export function useReadItems() {
  const domains = useResource<Domains>(domainsPath).data;
  const [read, setRead] = useState<ReadItems>();
  const choose = async (file: File | undefined) => {
    setRead(undefined);
    if (!file) return;
    if (file.size > fileBytesMax) {
      setRead({ outcome: "unusable", why: "The file has more than 32 MB: divide it." });
      return;
    }
    const [text, { readItems }] = await Promise.all([file.text(), import("./read-items.ts")]);
    setRead(readItems(text, domains && [...domains.domains, ...domains.installation]));
  };
  return { read, choose };
}

import { z } from "zod";

const address = z.email().max(254);

/** Whether mail may be sent there: a single plain address, without anything that could add a line or an address to a header. */
export const isMailAddress = (text: string): boolean => address.safeParse(text).success;

/** Sender of mails. */
export interface Sender {
  /** Empty if there is none. */
  readonly name: string;
  readonly address: string;
}

/** Reads `faces@example.com` or `Faces <faces@example.com>`. @returns undefined for anything else */
export function readSender(text: string): Sender | undefined {
  const named = /^([^\p{Cc}<>"@,]{0,100})<([^<>]+)>$/u.exec(text.trim());
  const sender = { name: named?.[1]?.trim() ?? "", address: named?.[2] ?? text.trim() };
  return isMailAddress(sender.address) ? sender : undefined;
}

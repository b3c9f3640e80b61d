/** Where a contact leads: an https address as it is, an e-mail address or a phone number to the device's own app. */
export function contactHref(contact: string): string {
  if (contact.startsWith("https:")) return contact;
  return contact.includes("@") ? `mailto:${contact}` : `tel:${contact.replaceAll(/[^+0-9]/g, "")}`;
}

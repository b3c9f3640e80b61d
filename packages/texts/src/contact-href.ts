/** The href of a contact: an https URL as is; an e-mail address or phone number opens the device's own app. */
export function contactHref(contact: string): string {
  if (contact.startsWith("https:")) return contact;
  return contact.includes("@") ? `mailto:${contact}` : `tel:${contact.replaceAll(/[^+0-9]/g, "")}`;
}

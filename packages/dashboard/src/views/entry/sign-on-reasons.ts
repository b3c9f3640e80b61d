/** Why single sign-on failed, by the last part of the address `#/sign-on/...`. */
const reasons: Readonly<Record<string, string>> = {
  proof_needed:
    "Your organization's provider recognized you. Sign in here once more as before, within ten minutes. After that the provider is enough.",
  no_email: "The provider returned no e-mail address. Ask its administrator to include it.",
  email_not_verified: "The provider does not report your e-mail address as verified. Ask its administrator.",
  domain_not_claimed: "Your e-mail address there is not one of this organization's.",
  other_subject:
    "Another person at the provider had your e-mail address before. Ask an owner of your team to remove them.",
  not_you: "You signed in at the provider as somebody else than here.",
  declined: "The provider declined the sign-in.",
  no_auth_time:
    "The provider does not say when you signed in, so signing in there confirms nothing. Confirm with your password, a passkey or your authenticator app.",
  old_auth_time:
    "The provider did not ask you to sign in again, so signing in there confirms nothing. Confirm with your password, a passkey or your authenticator app.",
  other_issuer: "The provider answers for another issuer than the one that is set up. Ask an owner of your team.",
  unreachable: "The provider does not answer. Try again in a while, or ask an owner of your team.",
  wrong_answer: "The provider's response is invalid. Try again, or ask an owner of your team.",
};

/** Whether the provider could not confirm who the person is, so that another way to confirm may work. */
export const isUnconfirmed = (reason: string): boolean => reason === "no_auth_time" || reason === "old_auth_time";

export function reasonText(reason: string): string {
  return reasons[reason] ?? "This took too long, or started in another browser. Try again.";
}

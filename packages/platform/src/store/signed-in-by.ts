/**
 * How a user authenticated: recorded in their session, and with each change that they make. `link`: a link for setup, reset or an invitation, which sets
 * a password. `cli`: at the command line, which does not authenticate.
 */
export type SignedInBy = "password" | "password+totp" | "password+recovery" | "passkey" | "oidc" | "link" | "cli";

/** What mails say. Words in braces are filled in. */
export interface MailTexts {
  readonly invitation_subject: string;
  readonly invitation_lead: string;
  readonly invitation_button: string;
  readonly invitation_hold: string;
  readonly first_subject: string;
  readonly first_lead: string;
  readonly first_button: string;
  readonly reset_subject: string;
  readonly reset_lead: string;
  readonly reset_button: string;
  readonly hour: string;
  readonly unexpected: string;
  readonly review_subject: string;
  readonly review_lead: string;
  readonly review_button: string;
  readonly review_often: string;
  readonly security_subject: string;
  readonly password_changed: string;
  readonly passkey_added: string;
  readonly passkey_removed: string;
  readonly app_set: string;
  readonly app_removed: string;
  readonly codes_made: string;
  readonly factors_removed: string;
  readonly when: string;
  readonly not_you: string;
}

import type { Texts } from "./texts.ts";

export const de: Texts = {
  invitation_subject: "Sie sind in ein Team eingeladen",
  invitation_lead: "{inviter} lädt Sie in das Team „{team}“ auf {host} ein.",
  invitation_button: "Einladung ansehen",
  invitation_hold: "Der Link gilt einmal, innerhalb einer Woche.",
  first_subject: "Wählen Sie Ihr Passwort",
  first_lead: "Auf {host} wurde ein Zugang für Sie angelegt.",
  first_button: "Passwort wählen",
  reset_subject: "Neues Passwort setzen",
  reset_lead: "Der Betreiber von {host} hat einen Link erstellt, mit dem Sie ein neues Passwort setzen.",
  reset_button: "Neues Passwort setzen",
  hour: "Der Link gilt einmal, innerhalb einer Stunde.",
  unexpected: "Wenn Sie diese E-Mail nicht erwartet haben, müssen Sie nichts tun. Geben Sie den Link niemandem weiter.",
  security_subject: "Ihr Zugang wurde geändert",
  password_changed: "Ihr Passwort auf {host} wurde geändert.",
  passkey_added: "Ihrem Zugang auf {host} wurde ein Passkey hinzugefügt.",
  passkey_removed: "Von Ihrem Zugang auf {host} wurde ein Passkey entfernt.",
  app_set: "Für Ihren Zugang auf {host} wurde eine Authenticator-App eingerichtet.",
  app_removed: "Von Ihrem Zugang auf {host} wurde die Authenticator-App entfernt.",
  codes_made: "Für Ihren Zugang auf {host} wurden neue Wiederherstellungscodes erstellt. Frühere gelten nicht mehr.",
  factors_removed:
    "Der Betreiber von {host} hat Ihre Passkeys, Ihre Authenticator-App und Ihre Wiederherstellungscodes entfernt.",
  when: "Zeit: {time}. Adresse: {address}.",
  not_you:
    "Wenn Sie das nicht waren, setzen Sie ein neues Passwort, melden Sie Ihre anderen Geräte ab und sagen Sie dem Betreiber des Dienstes Bescheid.",
};

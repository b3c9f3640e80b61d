import type { Texts } from "./texts.ts";

export const fr: Texts = {
  invitation_subject: "Vous êtes invité à rejoindre une équipe",
  invitation_lead: "{inviter} vous invite dans l’équipe « {team} » sur {host}.",
  invitation_button: "Voir l’invitation",
  invitation_hold: "Le lien fonctionne une seule fois, pendant une semaine.",
  first_subject: "Choisissez votre mot de passe",
  first_lead: "Un accès a été créé pour vous sur {host}.",
  first_button: "Choisir un mot de passe",
  reset_subject: "Définissez un nouveau mot de passe",
  reset_lead: "L’administrateur de {host} a créé un lien pour que vous définissiez un nouveau mot de passe.",
  reset_button: "Définir un nouveau mot de passe",
  hour: "Le lien fonctionne une seule fois, pendant une heure.",
  unexpected: "Si vous n’attendiez pas ce message, vous n’avez rien à faire. Ne donnez le lien à personne.",
  security_subject: "Votre accès a été modifié",
  password_changed: "Votre mot de passe sur {host} a été changé.",
  passkey_added: "Une clé d’accès a été ajoutée à votre compte sur {host}.",
  passkey_removed: "Une clé d’accès a été retirée de votre compte sur {host}.",
  app_set: "Une application d’authentification a été configurée pour votre compte sur {host}.",
  app_removed: "L’application d’authentification a été retirée de votre compte sur {host}.",
  codes_made:
    "De nouveaux codes de récupération ont été créés pour votre compte sur {host}. Les précédents ne sont plus valables.",
  factors_removed:
    "L’administrateur de {host} a retiré vos clés d’accès, votre application d’authentification et vos codes de récupération.",
  when: "Heure : {time}. Adresse : {address}.",
  not_you:
    "Si ce n’était pas vous, définissez un nouveau mot de passe, déconnectez vos autres appareils et prévenez l’administrateur du service.",
};

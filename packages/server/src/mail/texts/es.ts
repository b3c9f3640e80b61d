import type { Texts } from "./texts.ts";

export const es: Texts = {
  invitation_subject: "Le han invitado a un equipo",
  invitation_lead: "{inviter} le invita al equipo «{team}» en {host}.",
  invitation_button: "Ver la invitación",
  invitation_hold: "El enlace funciona una sola vez, durante una semana.",
  first_subject: "Elija su contraseña",
  first_lead: "Se ha creado un acceso para usted en {host}.",
  first_button: "Elegir una contraseña",
  reset_subject: "Establezca una contraseña nueva",
  reset_lead: "Quien administra {host} ha creado un enlace para que establezca una contraseña nueva.",
  reset_button: "Establecer una contraseña nueva",
  hour: "El enlace funciona una sola vez, durante una hora.",
  unexpected: "Si no esperaba este correo, no tiene que hacer nada. No dé el enlace a nadie.",
  security_subject: "Su acceso ha cambiado",
  password_changed: "Se ha cambiado su contraseña en {host}.",
  passkey_added: "Se ha añadido una clave de acceso a su cuenta en {host}.",
  passkey_removed: "Se ha eliminado una clave de acceso de su cuenta en {host}.",
  app_set: "Se ha configurado una aplicación de autenticación para su cuenta en {host}.",
  app_removed: "Se ha eliminado la aplicación de autenticación de su cuenta en {host}.",
  codes_made: "Se han creado códigos de recuperación nuevos para su cuenta en {host}. Los anteriores ya no valen.",
  factors_removed:
    "Quien administra {host} ha eliminado sus claves de acceso, su aplicación de autenticación y sus códigos de recuperación.",
  when: "Hora: {time}. Dirección: {address}.",
  not_you:
    "Si no ha sido usted, establezca una contraseña nueva, cierre la sesión en sus otros dispositivos y avise a quien administra el servicio.",
};

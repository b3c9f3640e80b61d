import type { Texts } from "./texts.ts";

export const pt: Texts = {
  invitation_subject: "Foi convidado para uma equipa",
  invitation_lead: "{inviter} convida-o para a equipa «{team}» em {host}.",
  invitation_button: "Ver o convite",
  invitation_hold: "A ligação funciona uma só vez, durante uma semana.",
  first_subject: "Escolha a sua palavra-passe",
  first_lead: "Foi criado um acesso para si em {host}.",
  first_button: "Escolher uma palavra-passe",
  reset_subject: "Defina uma nova palavra-passe",
  reset_lead: "Quem administra {host} criou uma ligação para que defina uma nova palavra-passe.",
  reset_button: "Definir uma nova palavra-passe",
  hour: "A ligação funciona uma só vez, durante uma hora.",
  unexpected: "Se não esperava esta mensagem, não precisa de fazer nada. Não dê a ligação a ninguém.",
  security_subject: "O seu acesso foi alterado",
  password_changed: "A sua palavra-passe em {host} foi alterada.",
  passkey_added: "Foi adicionada uma chave de acesso à sua conta em {host}.",
  passkey_removed: "Foi removida uma chave de acesso da sua conta em {host}.",
  app_set: "Foi configurada uma aplicação de autenticação para a sua conta em {host}.",
  app_removed: "A aplicação de autenticação foi removida da sua conta em {host}.",
  codes_made:
    "Foram criados novos códigos de recuperação para a sua conta em {host}. Os anteriores deixaram de ser válidos.",
  factors_removed:
    "Quem administra {host} removeu as suas chaves de acesso, a sua aplicação de autenticação e os seus códigos de recuperação.",
  when: "Hora: {time}. Endereço: {address}.",
  not_you:
    "Se não foi você, defina uma nova palavra-passe, termine a sessão nos seus outros dispositivos e avise quem administra o serviço.",
};

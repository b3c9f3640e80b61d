import type { Texts } from "./texts.ts";

export const pt: Texts = {
  invitation_subject: "Você recebeu um convite para uma equipe",
  invitation_lead: "{inviter} convida você para a equipe “{team}” em {host}.",
  invitation_button: "Ver o convite",
  invitation_hold: "O link funciona uma só vez, durante uma semana.",
  first_subject: "Escolha sua senha",
  first_lead: "Um acesso foi criado para você em {host}.",
  first_button: "Escolher uma senha",
  reset_subject: "Defina uma nova senha",
  reset_lead: "Quem administra {host} criou um link para você definir uma nova senha.",
  reset_button: "Definir uma nova senha",
  hour: "O link funciona uma só vez, durante uma hora.",
  unexpected: "Se você não esperava esta mensagem, não precisa fazer nada. Não compartilhe o link.",
  security_subject: "Seu acesso foi alterado",
  password_changed: "Sua senha em {host} foi alterada.",
  passkey_added: "Uma chave de acesso foi adicionada à sua conta em {host}.",
  passkey_removed: "Uma chave de acesso foi removida da sua conta em {host}.",
  app_set: "Um aplicativo autenticador foi configurado para a sua conta em {host}.",
  app_removed: "O aplicativo autenticador foi removido da sua conta em {host}.",
  codes_made:
    "Novos códigos de recuperação foram criados para a sua conta em {host}. Os anteriores não funcionam mais.",
  factors_removed:
    "Quem administra {host} removeu suas chaves de acesso, seu aplicativo autenticador e seus códigos de recuperação.",
  when: "Hora: {time}. Endereço: {address}.",
  not_you:
    "Se não foi você, defina uma nova senha, saia da conta nos seus outros aparelhos e avise quem administra o serviço.",
};

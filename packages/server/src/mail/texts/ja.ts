import type { Texts } from "./texts.ts";

export const ja: Texts = {
  invitation_subject: "チームに招待されました",
  invitation_lead: "{inviter} さんが {host} のチーム「{team}」にあなたを招待しています。",
  invitation_button: "招待を見る",
  invitation_hold: "リンクは1週間以内に1回だけ使えます。",
  first_subject: "パスワードを設定してください",
  first_lead: "{host} にあなたのサインインが作成されました。",
  first_button: "パスワードを設定する",
  reset_subject: "新しいパスワードの設定",
  reset_lead: "{host} の運営者が、新しいパスワードを設定するためのリンクを作成しました。",
  reset_button: "新しいパスワードを設定する",
  hour: "リンクは1時間以内に1回だけ使えます。",
  unexpected: "このメールに心当たりがない場合は、何もする必要はありません。リンクを誰にも渡さないでください。",
  security_subject: "サインイン方法が変更されました",
  password_changed: "{host} のパスワードが変更されました。",
  passkey_added: "{host} のサインインにパスキーが追加されました。",
  passkey_removed: "{host} のサインインからパスキーが削除されました。",
  app_set: "{host} のサインインに認証アプリが設定されました。",
  app_removed: "{host} のサインインから認証アプリが削除されました。",
  codes_made: "{host} のサインインに新しい復元コードが作成されました。以前のコードは無効です。",
  factors_removed: "{host} の運営者が、あなたのパスキー、認証アプリ、復元コードを削除しました。",
  when: "時刻：{time}。アドレス：{address}。",
  not_you:
    "心当たりがない場合は、新しいパスワードを設定し、ほかの端末をサインアウトして、サービスの運営者に知らせてください。",
};

import type { CameraTexts } from "../camera.ts";
import type { ChallengeTexts } from "../challenge.ts";
import type { MailTexts } from "../mail.ts";
import type { EmbedTexts, NoticeTexts, PageTexts, WithoutScriptTexts } from "../page.ts";

export const camera: CameraTexts = {
  title: "Selfie aufnehmen",
  cancel: "Abbrechen",
  shutter: "Foto aufnehmen",
  begin: "Los geht’s",
  intro_photo: "Die Kamera nimmt von selbst ein Foto des Gesichts auf",
  intro_steps: "Danach sind ein paar Bewegungen zu machen",
  intro_light: "Dem Licht zuwenden und Sonnenbrille abnehmen",
  intro_kept: "Diese Seite erhält das Foto. Die Kamera behält nichts",
  intro_privacy: "Datenschutzhinweis",
  opening: "Bitte die Kamera erlauben",
  preparing: "In die Kamera schauen",
  automatic: "Das Foto wird automatisch aufgenommen",
  manual: "Gesicht ins Oval bringen, dann den Knopf drücken",
  done: "Fertig",
  no_face: "Gesicht ins Oval bringen",
  several_faces: "Bitte nur eine Person",
  too_far: "Näher kommen",
  too_close: "Etwas zurückgehen",
  move_left: "Etwas nach links",
  move_right: "Etwas nach rechts",
  move_up: "Etwas nach oben",
  move_down: "Etwas nach unten",
  turned: "Gerade in die Kamera schauen",
  tilted: "Kopf gerade halten",
  mouth_covered: "Mund frei machen",
  eyes_covered: "Augen frei machen",
  eyes_closed: "Augen öffnen",
  too_dark: "Zu dunkel. Mehr Licht suchen",
  too_bright: "Zu hell. Vom Licht wegdrehen",
  half_in_shadow: "Halb im Schatten. Zum Licht drehen",
  blurred: "Unscharf. Stillhalten oder Linse abwischen",
  hold_still: "Stillhalten",
};

export const challenge: ChallengeTexts = {
  turn_left: "Drehen Sie den Kopf nach links",
  turn_right: "Drehen Sie den Kopf nach rechts",
  look_up: "Heben Sie das Kinn",
  blink: "Schließen Sie kurz die Augen",
  smile: "Lächeln Sie breit",
  move_closer: "Kommen Sie mit dem Gesicht näher",
  follow_dot: "Zeigen Sie mit der Nase auf den Punkt",
  too_far_turned: "Nicht ganz so weit",
  further: "Noch etwas mehr",
  other_way: "In die andere Richtung",
  head_still: "Halten Sie den Kopf dabei gerade",
  not_seen: "Noch nicht zu sehen: {step}",
  dot_right: "Etwas nach rechts",
  dot_up_right: "Etwas nach oben und rechts",
  dot_up: "Etwas nach oben",
  dot_up_left: "Etwas nach oben und links",
  dot_left: "Etwas nach links",
  dot_down_left: "Etwas nach unten und links",
  dot_down: "Etwas nach unten",
  dot_down_right: "Etwas nach unten und rechts",
  step_done: "Gut",
  step_count: "Schritt {number} von {count}",
  other_step: "Das kann ich nicht",
  press: "Machen Sie die Bewegung, dann drücken Sie den Knopf",
  checking: "Einen Moment",
  colors_follow: "Danach zeigt der Bildschirm einige Farben",
  colors: "Halten Sie still, der Bildschirm zeigt Farben",
  without_colors: "Ohne Farben",
  failed_light: "Zu viel Licht. Wenden Sie sich vom Fenster ab",
  try_again: "Noch einmal",
  failed_step: "Das war nicht gut zu sehen: {step}",
  failed_selfie: "Schauen Sie zuerst gerade in die Kamera, mit offenen Augen",
  failed_face: "Ihr Gesicht war nicht gut zu sehen. Verdecken Sie es nicht",
  failed: "Das hat nicht geklappt. Lassen Sie sich bei jedem Schritt Zeit",
  too_slow: "Das hat zu lange gedauert",
};

export const page: PageTexts = {
  loading: "Einen Moment",
  language: "Sprache",
  retry: "Noch einmal versuchen",
  close: "Schließen",
  close_page: "Sie können diese Seite schließen.",
  back: "Zurück zu {name}",
  returning: "Weiter zu {name}",
  test_mode: "Testmodus: Niemand wird geprüft",
  stage_consent: "Einwilligung",
  stage_selfie: "Selfie",
  stage_result: "Ergebnis",

  welcome_title: "Bestätigen Sie, dass Sie es sind",
  welcome_lead: "{name} bittet Sie um ein Selfie.",
  point_wallet: "Teilen Sie das Foto Ihres digitalen Ausweises aus Ihrer Wallet",
  point_selfie: "Machen Sie ein Selfie",
  point_movements: "Folgen Sie ein paar einfachen Bewegungen",
  point_time: "In etwa einer Minute fertig",
  point_kept: "Ihre Bilder werden nie gespeichert",
  point_sealed: "Ihre Bilder werden {duration} verschlüsselt gespeichert. Nur {name} kann sie öffnen",
  more_title: "Was geschieht mit meinen Bildern?",
  more_compared:
    "Sie werden in Zahlen umgewandelt, die Ihr Gesicht beschreiben, und mit dem Foto verglichen, das {name} für diese Prüfung gegebenenfalls hinterlegt hat.",
  more_compared_wallet:
    "Sie werden in Zahlen umgewandelt, die Ihr Gesicht beschreiben, und mit dem Foto aus Ihrer Wallet verglichen.",
  more_deleted:
    "Ihre Bilder werden gelöscht, sobald sie geprüft sind. Die Zahlen werden gelöscht, wenn diese Prüfung endet.",
  more_compared_later:
    "Sie werden in Zahlen umgewandelt, die Ihr Gesicht beschreiben. {name} kann sie innerhalb von {duration} mit einem Foto von Ihnen vergleichen.",
  more_deleted_later:
    "Ihre Bilder werden gelöscht, sobald sie geprüft sind. Die Zahlen bleiben höchstens {duration} verschlüsselt gespeichert und werden nach dem Vergleich gelöscht.",
  more_sealed:
    "Ihre Bilder werden beim Eintreffen verschlüsselt, sodass nur {name} sie öffnen kann. Nach {duration} löscht dieser Dienst sie.",
  more_numbers: "Die Zahlen werden gelöscht, wenn diese Prüfung endet.",
  more_numbers_later:
    "Die Zahlen bleiben höchstens {duration} verschlüsselt gespeichert und werden nach dem Vergleich gelöscht.",
  more_fingerprints:
    "Kurze Fingerabdrücke Ihrer Bilder bleiben {days} Tage gespeichert, damit niemand dieselben Bilder noch einmal verwenden kann. Aus ihnen lässt sich kein Bild wiederherstellen.",
  more_told: "{name} erfährt das Ergebnis. Sonst erfährt niemand etwas.",
  consent:
    "Wenn Sie fortfahren, stimmen Sie zu, dass Ihr Gesicht ausgewertet wird, um für {name} zu bestätigen, dass Sie es sind. Sie können frei ablehnen.",
  consent_own: "In den Worten von {name}:",
  consent_changed: "Dieser Text hat sich gerade geändert. Bitte lesen Sie ihn noch einmal.",
  notice: "Wie mit Ihren Daten umgegangen wird",
  privacy_policy: "Datenschutzerklärung",
  responsible: "Verantwortlich für Ihre Daten: {controller}.",
  other_way: "Möchten Sie sich lieber persönlich oder auf anderem Weg ausweisen? Kontakt zu {name}:",
  agree: "Zustimmen und weiter",
  decline: "Jetzt nicht",

  wallet_title: "Teilen Sie das Foto aus Ihrer Wallet",
  wallet_lead: "Ihre Wallet bittet Sie, ein einziges Bild zu teilen: das Foto Ihres digitalen Ausweises.",
  wallet_scan:
    "Scannen Sie diesen Code mit der Wallet auf Ihrem Handy. Sie bittet Sie, ein einziges Bild zu teilen: das Foto Ihres digitalen Ausweises.",
  wallet_open: "Wallet öffnen",
  wallet_other: "Andere Wallet-App öffnen",
  wallet_code: "QR-Code mit der Anfrage an Ihre Wallet",
  wallet_waiting: "Warten auf Ihre Wallet",
  wallet_only:
    "{name} fragt nur nach dem Foto, nicht nach Ihrem Namen oder einer Nummer. Es wird mit Ihrem Selfie verglichen, und das Bild wird nie gespeichert.",
  wallet_only_sealed:
    "{name} fragt nur nach dem Foto, nicht nach Ihrem Namen oder einer Nummer. Es wird mit Ihrem Selfie verglichen und wie Ihre anderen Bilder für {name} verschlüsselt gespeichert.",
  wallet_rejected:
    "Das Foto konnte nicht verwendet werden. Prüfen Sie, ob Ihr digitaler Ausweis gültig ist, und versuchen Sie es noch einmal.",
  wallet_declined:
    "Ihre Wallet hat nichts geteilt. Vielleicht haben Sie dort abgelehnt, oder sie enthält keinen digitalen Ausweis mit Foto.",
  wallet_failed:
    "Ihre Wallet konnte diese Anfrage nicht beantworten. Aktualisieren Sie sie, oder versuchen Sie es mit einer anderen Wallet.",
  wallet_expired:
    "Ihr digitaler Ausweis ist abgelaufen. Erneuern Sie ihn in Ihrer Wallet, und versuchen Sie es dann noch einmal.",
  wallet_not_accepted: "Dieser digitale Ausweis wird hier nicht akzeptiert. Versuchen Sie es mit einem anderen.",
  wallet_not_returned:
    "Ihre Wallet hat geantwortet, aber einen anderen Browser geöffnet. Versuchen Sie es noch einmal, und kehren Sie danach selbst hierher zurück.",
  wallet_other_page:
    "Ihre Wallet hat einer anderen Website geantwortet. Teilen Sie Ihr Foto nur auf dieser Seite, und versuchen Sie es noch einmal.",
  wallet_ran_out: "Die letzte Anfrage ist abgelaufen. Bitte verwenden Sie diese neue.",
  wallet_elsewhere_title: "Gehen Sie dorthin zurück, wo Sie begonnen haben",
  wallet_elsewhere_lead:
    "Ihre Wallet hat diese Seite in einem anderen Browser geöffnet. Machen Sie dort weiter, wo Sie die Prüfung geöffnet haben.",

  hand_off_title: "Weiter auf Ihrem Handy",
  hand_off_lead: "Scannen Sie diesen Code mit der Kamera Ihres Handys. Diese Seite bleibt offen und folgt.",
  hand_off_code: "QR-Code mit dem Link zu dieser Prüfung",
  hand_off_waiting: "Warten auf Ihr Handy",
  hand_off_until: "Dieser Code und dieser Link gelten bis {time}.",
  copy_link: "Link kopieren",
  link_copied: "Link kopiert",
  use_this_device: "Diesen Computer benutzen",
  use_phone: "Lieber das Handy benutzen",

  elsewhere_title: "Weiter auf einem anderen Gerät",
  elsewhere_lead: "Schließen Sie es dort ab. Lassen Sie diese Seite offen: Sie geht von selbst weiter.",
  elsewhere_follows: "Folgt live",
  elsewhere_again: "Der letzte Versuch hat nicht geklappt. Verbleibende Versuche: {count}",
  go_on_here: "Stattdessen hier weitermachen",

  ready_title: "Bereit für Ihr Selfie?",
  ready_lead: "Suchen Sie gleichmäßiges Licht. Nehmen Sie Sonnenbrille, Hut und Maske ab.",
  ready_asked: "{name} bittet Sie um ein Selfie, um zu bestätigen, dass Sie es sind.",
  open_camera: "Kamera öffnen",
  capturing_title: "Ihre Kamera ist offen",
  sending_title: "Ihr Selfie wird geprüft",
  sending_lead: "Das dauert ein paar Sekunden.",
  photo_waiting:
    "Sie sind offline. Lassen Sie diese Seite offen: Ihr Foto wird gesendet, sobald Sie wieder online sind.",
  photo_lost: "Ihr Foto konnte nicht gesendet werden. Es ist gelöscht. Machen Sie ein neues.",

  try_title: "Bitte noch einmal",
  because_light: "Das Licht war nicht gut. Wenden Sie sich einem Fenster oder einer Lampe zu.",
  because_bright: "Es war zu hell. Wenden Sie sich vom Fenster ab.",
  because_distance: "Ihr Gesicht war zu klein oder zu nah. Bringen Sie es in das Oval.",
  because_several_faces: "Es waren mehrere Gesichter zu sehen. Nur Sie dürfen im Bild sein.",
  because_no_face: "Ihr Gesicht war nicht gut zu sehen. Nehmen Sie ab, was es verdeckt, und schauen Sie in die Kamera.",
  because_movement: "Die Bewegungen waren nicht deutlich zu sehen. Lassen Sie sich bei jeder Zeit.",
  because_blurry: "Das Bild war unscharf. Wischen Sie die Linse ab und halten Sie still.",
  because_covered: "Etwas hat Ihr Gesicht verdeckt. Nehmen Sie Maske, Schal oder Sonnenbrille ab.",
  because_unknown: "Das hat noch nicht geklappt. Schauen Sie gerade in die Kamera und lassen Sie sich Zeit.",
  tip_alone: "Nur Sie sind im Bild, vom ersten Moment bis zum letzten.",
  tip_face: "Ihr ganzes Gesicht ist zu sehen: keine Sonnenbrille, keine Maske, keine Haare über den Augen.",
  tip_slow: "Drehen Sie den Kopf langsam und nur so weit, wie Sie gebeten werden.",
  attempts_left: "Verbleibende Versuche: {count}",

  denied_title: "Die Kamera ist gesperrt",
  denied_lead: "Diese Seite darf Ihre Kamera noch nicht benutzen.",
  denied_how:
    "Drücken Sie auf das Kamera- oder Schloss-Symbol neben der Adresse, erlauben Sie die Kamera und versuchen Sie es noch einmal.",
  denied_ios:
    "Tippen Sie auf das Seitenmenü neben der Adresse, dann auf „Website-Einstellungen“, und stellen Sie die Kamera auf „Erlauben“. Versuchen Sie es dann noch einmal.",
  denied_android:
    "Tippen Sie auf das Symbol links neben der Adresse, dann auf „Berechtigungen“, und erlauben Sie die Kamera. Versuchen Sie es dann noch einmal.",
  denied_chrome:
    "Klicken Sie auf das Symbol links neben der Adresse und schalten Sie die Kamera ein. Versuchen Sie es dann noch einmal.",
  denied_firefox:
    "Klicken Sie auf die durchgestrichene Kamera neben der Adresse und heben Sie die Sperre auf. Versuchen Sie es dann noch einmal.",
  denied_safari:
    "Öffnen Sie in der Menüleiste „Safari“, dann „Einstellungen für diese Website“, und stellen Sie die Kamera auf „Erlauben“. Versuchen Sie es dann noch einmal.",
  denied_system: "Noch immer gesperrt? Erlauben Sie Ihrem Browser die Kamera in den Einstellungen Ihres Geräts.",
  no_camera_title: "Keine Kamera gefunden",
  no_camera_lead: "Schließen Sie eine Kamera an, oder nehmen Sie ein Gerät, das eine hat.",
  camera_busy_title: "Die Kamera ist belegt",
  camera_busy_lead: "Schließen Sie andere Apps und Tabs, die sie benutzen, und versuchen Sie es noch einmal.",
  in_app_title: "Öffnen Sie diese Seite in Ihrem Browser",
  in_app_lead: "Die App, die diese Seite zeigt, gibt ihr keine Kamera.",
  in_app_menu: "Öffnen Sie das Menü der App (⋯ oder ⋮) oder drücken Sie auf das Teilen-Symbol.",
  in_app_open: "Wählen Sie „Im Browser öffnen“. Oder kopieren Sie den Link und fügen Sie ihn in Ihren Browser ein.",

  offline_title: "Keine Verbindung",
  offline_lead: "Sobald Sie wieder online sind, geht diese Seite von selbst weiter.",
  busy_title: "Viele auf einmal",
  busy_lead: "Bitte bleiben Sie. Diese Seite geht von selbst weiter.",
  fault_title: "Etwas ist schiefgegangen",
  fault_lead: "Es liegt nicht an Ihnen. Bitte versuchen Sie es noch einmal.",
  wrong_link_title: "Dieser Link funktioniert nicht",
  wrong_link_lead: "Vielleicht ist er unvollständig. Öffnen Sie ihn noch einmal von dort, wo Sie ihn bekommen haben.",

  done_title: "Fertig",
  done_lead: "Danke. {name} weiß, dass Sie fertig sind.",
  done_on_phone: "Danke. Machen Sie am Computer weiter: Er weiß es schon.",
  not_confirmed_title: "Wir konnten nicht bestätigen, dass Sie es sind",
  not_confirmed_lead: "Diese Prüfung ist beendet. {name} kann Ihnen sagen, wie es weitergeht.",
  in_review_title: "Ein Mensch sieht sich diese Prüfung an",
  in_review_lead:
    "Wir konnten nicht automatisch bestätigen, dass Sie es sind. Jemand bei {name} entscheidet. Bekommen Sie einen weiteren Versuch, öffnet ihn derselbe Link.",
  expired_title: "Dieser Link ist abgelaufen",
  expired_lead: "Bitten Sie {name} um einen neuen.",
  withdrawn_title: "Sie haben Ihre Einwilligung widerrufen",
  withdrawn_lead: "Die Prüfung ist beendet. Was sie von Ihrem Gesicht und Ihren Bildern enthielt, ist gelöscht.",
  withdraw: "Einwilligung widerrufen",
  withdraw_sure: "Einwilligung widerrufen? Die Prüfung endet und kann nicht fortgesetzt werden.",
  withdraw_not: "Prüfung fortsetzen",
  withdraw_late:
    "Diese Prüfung hat schon ein Ergebnis. Um Ihre Einwilligung jetzt zu widerrufen, wenden Sie sich an {name}.",
  consent_copy: "Kopie Ihrer Einwilligung",
  cancelled_title: "Diese Prüfung wurde abgebrochen",
  cancelled_lead: "{name} hat sie beendet.",
  declined_title: "Sie haben abgelehnt",
  declined_lead: "Mit demselben Link können Sie noch zurückkommen bis {time}.",
  declined_resume: "Doch weitermachen",
};

export const embed: EmbedTexts = {
  rejected:
    "Diese Prüfung kann auf dieser Seite nicht angezeigt werden. Bitte sagen Sie dem Betreiber der Website Bescheid.",
};

export const withoutScript: WithoutScriptTexts = {
  title: "Diese Seite braucht JavaScript",
  lead: "Erlauben Sie JavaScript in den Einstellungen Ihres Browsers und laden Sie die Seite neu, oder öffnen Sie den Link in einem anderen Browser.",
};

export const mail: MailTexts = {
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
  review_subject: "Sitzungen warten auf Ihre Prüfung",
  review_lead:
    "Sitzungen des Teams „{team}“ auf {host}, die auf eine Prüfung warten: {count}. Die älteste wurde am {time} erstellt.",
  review_button: "Prüfungen öffnen",
  review_often:
    "Sie erhalten diese E-Mail höchstens alle vier Stunden. Abschalten können Sie sie im Dashboard unter „Settings“, „Profile“.",
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

export const notice: NoticeTexts = {
  responsible_title: "Wer verantwortlich ist",
  purpose_title: "Wozu",
  purpose: "Um für {name} zu bestätigen, dass Sie es sind.",
  stored:
    "{name} speichert das Ergebnis der Prüfung und den Nachweis Ihrer Einwilligung nach dem Ende der Prüfung noch so lange: {duration}. Dann werden sie gelöscht.",
  consent_title: "Worin Sie einwilligen",
  version: "Version {version}, seit {date}",
  rights_title: "Ihre Rechte",
  rights:
    "Sie können frei ablehnen. Auf der Seite der Prüfung können Sie Ihre Einwilligung widerrufen, bis es ein Ergebnis gibt, und eine Kopie davon herunterladen. Danach wenden Sie sich an {name}: Sie können Auskunft über Ihre Daten, deren Berichtigung und Löschung verlangen. Sie können sich auch bei Ihrer Datenschutzbehörde beschweren.",
};

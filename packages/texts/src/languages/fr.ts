import type { CameraTexts } from "../camera.ts";
import type { ChallengeTexts } from "../challenge.ts";
import type { MailTexts } from "../mail.ts";
import type { EmbedTexts, NoticeTexts, PageTexts, WithoutScriptTexts } from "../page.ts";

export const camera: CameraTexts = {
  title: "Prendre un selfie",
  cancel: "Annuler",
  shutter: "Prendre la photo",
  begin: "Commencer",
  intro_photo: "La caméra prend d’elle-même une photo de votre visage",
  intro_steps: "Ensuite, quelques mouvements vous seront demandés",
  intro_light: "Faites face à la lumière et retirez vos lunettes de soleil",
  intro_kept: "Ce site reçoit la photo. La caméra ne garde rien",
  intro_privacy: "Confidentialité",
  opening: "Autorisez l’accès à la caméra",
  preparing: "Regardez la caméra",
  automatic: "La photo est prise automatiquement",
  manual: "Placez votre visage dans l’ovale, puis appuyez sur le bouton",
  done: "Terminé",
  no_face: "Placez votre visage dans l’ovale",
  several_faces: "Une seule personne, s’il vous plaît",
  too_far: "Rapprochez-vous",
  too_close: "Reculez un peu",
  move_left: "Allez un peu à gauche",
  move_right: "Allez un peu à droite",
  move_up: "Montez un peu",
  move_down: "Descendez un peu",
  turned: "Regardez la caméra bien en face",
  tilted: "Gardez la tête droite",
  mouth_covered: "Dégagez votre bouche",
  eyes_covered: "Dégagez vos yeux",
  eyes_closed: "Ouvrez les yeux",
  too_dark: "Trop sombre. Cherchez plus de lumière",
  too_bright: "Trop de lumière. Éloignez-vous-en",
  half_in_shadow: "Visage à moitié dans l’ombre. Tournez-vous vers la lumière",
  blurred: "Image floue. Ne bougez plus ou essuyez l’objectif",
  hold_still: "Ne bougez plus",
};

export const challenge: ChallengeTexts = {
  turn_left: "Tournez la tête vers la gauche",
  turn_right: "Tournez la tête vers la droite",
  look_up: "Levez le menton",
  blink: "Fermez les yeux un instant",
  smile: "Faites un grand sourire",
  move_closer: "Approchez votre visage",
  follow_dot: "Pointez le nez vers le point",
  too_far_turned: "Un peu moins",
  further: "Encore un peu",
  other_way: "Dans l’autre sens",
  head_still: "Gardez la tête droite pendant ce temps",
  not_seen: "Pas encore vu : {step}",
  dot_right: "Un peu vers la droite",
  dot_up_right: "Un peu vers le haut et la droite",
  dot_up: "Un peu vers le haut",
  dot_up_left: "Un peu vers le haut et la gauche",
  dot_left: "Un peu vers la gauche",
  dot_down_left: "Un peu vers le bas et la gauche",
  dot_down: "Un peu vers le bas",
  dot_down_right: "Un peu vers le bas et la droite",
  step_done: "Bien",
  step_count: "Étape {number} sur {count}",
  other_step: "Je ne peux pas",
  press: "Faites le mouvement, puis appuyez sur le bouton",
  checking: "Un instant",
  colors_follow: "Ensuite, l’écran affiche quelques couleurs",
  colors: "Ne bougez pas, l’écran affiche des couleurs",
  without_colors: "Sans couleurs",
  failed_light: "Trop de lumière. Détournez-vous de la fenêtre",
  try_again: "Réessayer",
  failed_step: "Ce mouvement n’a pas été bien vu : {step}",
  failed_selfie: "D’abord, regardez la caméra bien en face, les yeux ouverts",
  failed_face: "Votre visage n’a pas été bien vu. Découvrez-le",
  failed: "Cela n’a pas marché. Prenez votre temps à chaque étape",
  too_slow: "C’était trop long",
};

export const page: PageTexts = {
  loading: "Un instant",
  language: "Langue",
  retry: "Réessayer",
  close: "Fermer",
  close_page: "Vous pouvez fermer cette page.",
  back: "Retour à {name}",
  returning: "Retour à {name} en cours",
  test_mode: "Mode test : personne n’est vérifié",
  stage_consent: "Accord",
  stage_selfie: "Selfie",
  stage_result: "Résultat",

  welcome_title: "Confirmez que c’est bien vous",
  welcome_lead: "{name} vous demande un selfie.",
  point_wallet: "Partagez le portrait de votre identité numérique depuis votre portefeuille",
  point_selfie: "Prenez un selfie",
  point_movements: "Suivez quelques mouvements simples",
  point_time: "Terminé en une minute environ",
  point_kept: "Vos images ne sont jamais conservées",
  point_sealed: "Vos images sont conservées chiffrées pendant {duration}. Seul {name} peut les ouvrir",
  more_title: "Que deviennent mes images ?",
  more_compared:
    "Elles sont transformées en nombres qui décrivent votre visage et comparées à la photo que {name} a pu fournir pour cette vérification.",
  more_compared_wallet:
    "Elles sont transformées en nombres qui décrivent votre visage et comparées au portrait de votre portefeuille.",
  more_deleted:
    "Vos images sont supprimées dès qu’elles ont été vérifiées. Les nombres sont supprimés à la fin de cette vérification.",
  more_compared_later:
    "Elles sont transformées en nombres qui décrivent votre visage. {name} peut les comparer à une photo de vous pendant {duration}.",
  more_deleted_later:
    "Vos images sont supprimées dès qu’elles ont été vérifiées. Les nombres restent chiffrés pendant {duration} au maximum et sont supprimés après la comparaison.",
  more_sealed:
    "Vos images sont chiffrées dès leur arrivée, de sorte que seul {name} peut les ouvrir. Ce service les supprime après {duration}.",
  more_numbers: "Les nombres sont supprimés à la fin de cette vérification.",
  more_numbers_later:
    "Les nombres restent chiffrés pendant {duration} au maximum et sont supprimés après la comparaison.",
  more_fingerprints:
    "De courtes empreintes numériques de vos images sont conservées pendant {days} jours, pour que personne ne puisse réutiliser les mêmes images. Elles ne permettent de reconstituer aucune image.",
  more_told: "{name} reçoit le résultat. Personne d’autre ne reçoit quoi que ce soit.",
  consent:
    "En continuant, vous acceptez que votre visage soit analysé pour confirmer à {name} que c’est bien vous. Vous êtes libre de refuser.",
  consent_own: "Selon les termes de {name} :",
  consent_changed: "Ce texte vient de changer. Veuillez le relire.",
  notice: "Comment vos données sont traitées",
  privacy_policy: "Politique de confidentialité",
  responsible: "Responsable de vos données : {controller}.",
  other_way: "Vous préférez vous identifier en personne ou autrement ? Contactez {name} :",
  agree: "Accepter et continuer",
  decline: "Pas maintenant",

  wallet_title: "Partagez le portrait de votre portefeuille",
  wallet_lead: "Votre portefeuille vous demande de partager une seule image : le portrait de votre identité numérique.",
  wallet_scan:
    "Scannez ce code avec le portefeuille de votre téléphone. Il vous demande de partager une seule image : le portrait de votre identité numérique.",
  wallet_open: "Ouvrir le portefeuille",
  wallet_other: "Ouvrir une autre application de portefeuille",
  wallet_code: "Code QR avec la demande à votre portefeuille",
  wallet_waiting: "En attente de votre portefeuille",
  wallet_only:
    "{name} demande seulement le portrait, ni votre nom ni votre numéro. Il est comparé à votre selfie et l’image n’est jamais conservée.",
  wallet_only_sealed:
    "{name} demande seulement le portrait, ni votre nom ni votre numéro. Il est comparé à votre selfie et conservé chiffré pour {name}, comme vos autres images.",
  wallet_rejected:
    "Le portrait n’a pas pu être utilisé. Vérifiez que votre identité numérique est valide, puis réessayez.",
  wallet_declined:
    "Votre portefeuille n’a rien partagé. Vous avez peut-être refusé, ou il ne contient pas d’identité numérique avec portrait.",
  wallet_failed:
    "Votre portefeuille n’a pas pu répondre à cette demande. Mettez-le à jour ou essayez un autre portefeuille.",
  wallet_expired: "Votre identité numérique a expiré. Renouvelez-la dans votre portefeuille, puis réessayez.",
  wallet_not_accepted: "Cette identité numérique n’est pas acceptée ici. Réessayez avec une autre.",
  wallet_not_returned:
    "Votre portefeuille a répondu, mais a ouvert un autre navigateur. Réessayez, puis revenez ici vous-même.",
  wallet_other_page:
    "Votre portefeuille a répondu à un autre site. Ne partagez votre portrait que sur cette page, puis réessayez.",
  wallet_ran_out: "La dernière demande a expiré. Utilisez cette nouvelle demande.",
  wallet_elsewhere_title: "Revenez là où vous avez commencé",
  wallet_elsewhere_lead:
    "Votre portefeuille a ouvert cette page dans un autre navigateur. Continuez là où vous avez ouvert la vérification.",

  hand_off_title: "Continuez sur votre téléphone",
  hand_off_lead: "Scannez ce code avec l’appareil photo de votre téléphone. Cette page reste ouverte et suit.",
  hand_off_code: "Code QR avec le lien vers cette vérification",
  hand_off_waiting: "En attente de votre téléphone",
  hand_off_until: "Ce code et ce lien sont valables jusqu’à : {time}.",
  copy_link: "Copier le lien",
  link_copied: "Lien copié",
  use_this_device: "Utiliser cet ordinateur",
  use_phone: "Utiliser plutôt le téléphone",

  elsewhere_title: "La suite est sur un autre appareil",
  elsewhere_lead: "Terminez là-bas. Gardez cette page ouverte : elle continue d’elle-même.",
  elsewhere_follows: "Suivi en direct",
  elsewhere_again: "Le dernier essai n’a pas marché. Essais restants : {count}",
  go_on_here: "Continuer plutôt ici",

  ready_title: "Prêt pour votre selfie ?",
  ready_lead: "Trouvez une lumière régulière. Retirez lunettes de soleil, chapeau et masque.",
  ready_asked: "{name} vous demande un selfie pour confirmer que c’est bien vous.",
  open_camera: "Ouvrir la caméra",
  capturing_title: "Votre caméra est ouverte",
  sending_title: "Vérification de votre selfie",
  sending_lead: "Cela prend quelques secondes.",
  photo_waiting:
    "Vous êtes hors ligne. Gardez cette page ouverte : votre photo sera envoyée dès que vous serez de nouveau en ligne.",
  photo_lost: "Votre photo n’a pas pu être envoyée. Elle est supprimée. Prenez-en une autre.",

  try_title: "Encore une fois, s’il vous plaît",
  because_light: "La lumière n’était pas bonne. Placez-vous face à une fenêtre ou à une lampe.",
  because_bright: "Il y avait trop de lumière. Détournez-vous de la fenêtre.",
  because_distance: "Votre visage était trop loin ou trop près. Placez-le dans l’ovale.",
  because_several_faces: "Il y avait plusieurs visages. Soyez seul sur l’image.",
  because_no_face: "Votre visage se voyait mal. Retirez ce qui le couvre et regardez la caméra.",
  because_movement: "Les mouvements se voyaient mal. Prenez votre temps pour chacun.",
  because_blurry: "L’image était floue. Essuyez l’objectif et ne bougez pas.",
  because_covered: "Votre visage était en partie couvert. Retirez masque, écharpe ou lunettes de soleil.",
  because_unknown: "Cela n’a pas encore marché. Regardez bien la caméra et prenez votre temps.",
  tip_alone: "Vous êtes seul sur l’image, du premier moment au dernier.",
  tip_face: "Tout votre visage est visible : ni lunettes de soleil, ni masque, ni cheveux devant les yeux.",
  tip_slow: "Tournez la tête lentement, et seulement autant qu’on vous le demande.",
  attempts_left: "Essais restants : {count}",

  denied_title: "La caméra est bloquée",
  denied_lead: "Cette page ne peut pas encore utiliser votre caméra.",
  denied_how:
    "Appuyez sur le symbole de la caméra ou du cadenas près de l’adresse, autorisez la caméra, puis réessayez.",
  denied_ios:
    "Touchez le menu de la page près de l’adresse, puis « Réglages du site web », et mettez la caméra sur « Autoriser ». Puis réessayez.",
  denied_android:
    "Touchez le symbole à gauche de l’adresse, puis « Autorisations », et autorisez la caméra. Puis réessayez.",
  denied_chrome: "Cliquez sur le symbole à gauche de l’adresse et activez la caméra. Puis réessayez.",
  denied_firefox: "Cliquez sur la caméra barrée près de l’adresse et levez le blocage. Puis réessayez.",
  denied_safari:
    "Dans la barre des menus, ouvrez « Safari », puis « Réglages pour ce site web », et mettez la caméra sur « Autoriser ». Puis réessayez.",
  denied_system: "Toujours bloquée ? Autorisez la caméra pour votre navigateur dans les réglages de votre appareil.",
  no_camera_title: "Aucune caméra trouvée",
  no_camera_lead: "Branchez une caméra et réessayez, ou prenez un appareil qui en a une.",
  camera_busy_title: "La caméra est occupée",
  camera_busy_lead: "Fermez les autres applications et onglets qui l’utilisent, puis réessayez.",
  in_app_title: "Ouvrez cette page dans votre navigateur",
  in_app_lead: "L’application qui affiche cette page ne lui donne pas la caméra.",
  in_app_menu: "Ouvrez le menu de l’application (⋯ ou ⋮) ou appuyez sur le symbole de partage.",
  in_app_open: "Choisissez « Ouvrir dans le navigateur ». Ou copiez le lien et collez-le dans votre navigateur.",

  offline_title: "Pas de connexion",
  offline_lead: "Dès que vous serez de nouveau en ligne, cette page continuera d’elle-même.",
  busy_title: "Beaucoup de monde à la fois",
  busy_lead: "Restez là. Cette page continue d’elle-même.",
  fault_title: "Quelque chose n’a pas marché",
  fault_lead: "Ce n’est pas de votre faute. Réessayez.",
  wrong_link_title: "Ce lien ne fonctionne pas",
  wrong_link_lead: "Il est peut-être incomplet. Ouvrez-le de nouveau depuis l’endroit où vous l’avez reçu.",

  done_title: "C’est terminé",
  done_lead: "Merci. {name} sait que vous avez terminé.",
  done_on_phone: "Merci. Continuez sur votre ordinateur : il le sait déjà.",
  not_confirmed_title: "Nous n’avons pas pu confirmer que c’est vous",
  not_confirmed_lead: "Cette vérification est terminée. {name} peut vous dire que faire ensuite.",
  in_review_title: "Une personne va examiner cette vérification",
  in_review_lead:
    "Nous n’avons pas pu confirmer automatiquement que c’est vous. Quelqu’un chez {name} décidera. Si un nouvel essai vous est proposé, le même lien l’ouvre.",
  expired_title: "Ce lien a expiré",
  expired_lead: "Demandez-en un nouveau à {name}.",
  withdrawn_title: "Vous avez retiré votre consentement",
  withdrawn_lead: "La vérification est terminée. Ce qu’elle contenait de votre visage et de vos images est supprimé.",
  withdraw: "Retirer le consentement",
  withdraw_sure: "Retirer votre consentement ? La vérification prend fin et ne peut pas être reprise.",
  withdraw_not: "Continuer la vérification",
  withdraw_late: "Cette vérification a déjà un résultat. Pour retirer votre consentement maintenant, contactez {name}.",
  consent_copy: "Copie de votre consentement",
  cancelled_title: "Cette vérification a été annulée",
  cancelled_lead: "{name} y a mis fin.",
  declined_title: "Vous avez choisi de ne pas continuer",
  declined_lead: "Vous pouvez revenir avec le même lien jusqu’à : {time}.",
  declined_resume: "Continuer quand même",
};

export const embed: EmbedTexts = {
  rejected: "Cette vérification ne peut pas s’afficher sur cette page. Prévenez l’exploitant du site.",
};

export const withoutScript: WithoutScriptTexts = {
  title: "Cette page a besoin de JavaScript",
  lead: "Autorisez JavaScript dans les réglages de votre navigateur et rechargez la page, ou ouvrez le lien dans un autre navigateur.",
};

export const mail: MailTexts = {
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
  review_subject: "Des sessions attendent votre examen",
  review_lead:
    "Sessions de l’équipe « {team} » sur {host} en attente d’examen : {count}. La plus ancienne date du {time}.",
  review_button: "Ouvrir les examens",
  review_often:
    "Vous recevez ce message au plus toutes les quatre heures. Pour le désactiver, ouvrez « Settings », « Profile » dans le tableau de bord.",
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

export const notice: NoticeTexts = {
  responsible_title: "Qui est responsable",
  purpose_title: "Dans quel but",
  purpose: "Pour confirmer à {name} que c’est bien vous.",
  stored:
    "{name} conserve le résultat de la vérification et la preuve de votre consentement pendant {duration} après sa fin. Ensuite, ils sont supprimés.",
  consent_title: "Ce que vous acceptez",
  version: "Version {version}, depuis le {date}",
  rights_title: "Vos droits",
  rights:
    "Vous êtes libre de refuser. Sur la page de la vérification, vous pouvez retirer votre consentement tant qu’il n’y a pas de résultat, et en télécharger une copie. Ensuite, contactez {name} : vous pouvez demander l’accès à vos données, leur rectification et leur effacement. Vous pouvez aussi saisir votre autorité de protection des données.",
};

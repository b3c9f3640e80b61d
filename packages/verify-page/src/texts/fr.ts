import type { Texts } from "./texts.ts";

export const texts: Texts = {
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
  more_fingerprints:
    "De courtes empreintes numériques de vos images sont conservées pendant {days} jours, pour que personne ne puisse réutiliser les mêmes images. Elles ne permettent de reconstituer aucune image.",
  more_told: "{name} reçoit le résultat. Personne d’autre ne reçoit quoi que ce soit.",
  consent:
    "En continuant, vous acceptez que votre visage soit analysé pour confirmer à {name} que c’est bien vous. Vous êtes libre de refuser.",
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
  wallet_code: "Code QR avec la demande à votre portefeuille",
  wallet_waiting: "En attente de votre portefeuille",
  wallet_only:
    "{name} demande seulement le portrait, ni votre nom ni votre numéro. Il est comparé à votre selfie et l’image n’est jamais conservée.",
  wallet_rejected:
    "Le portrait n’a pas pu être utilisé. Vérifiez que votre identité numérique est valide, puis réessayez.",

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
  because_unknown: "Cela n’a pas encore marché. Trouvez une lumière régulière et regardez bien la caméra.",
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
  cancelled_title: "Cette vérification a été annulée",
  cancelled_lead: "{name} y a mis fin.",
  declined_title: "Vous avez choisi de ne pas continuer",
  declined_lead: "Vous pouvez revenir avec le même lien jusqu’à : {time}.",
  declined_resume: "Continuer quand même",
};

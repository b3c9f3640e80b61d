const texts = {
  en: "This check cannot be shown on this page. Please tell the site’s operator.",
  es: "Esta comprobación no se puede mostrar en esta página. Avise al responsable del sitio.",
  fr: "Cette vérification ne peut pas s’afficher sur cette page. Prévenez l’exploitant du site.",
  de: "Diese Prüfung kann auf dieser Seite nicht angezeigt werden. Bitte sagen Sie dem Betreiber der Website Bescheid.",
  pt: "Esta verificação não pode ser exibida nesta página. Avise o responsável pelo site.",
  ar: "لا يمكن عرض هذا التحقق في هذه الصفحة. يُرجى إبلاغ مشغّل الموقع.",
  hi: "यह जाँच इस पेज पर नहीं दिखाई जा सकती। कृपया साइट के संचालक को बताएँ।",
  zh: "此页面无法显示该核验。请告知网站运营方。",
  ja: "この確認はこのページに表示できません。サイトの運営者にお知らせください。",
} as const;

/** What the person reads where the page may not be shown. @param wanted language tags (BCP 47) in order of preference */
export function rejectedText(wanted: readonly string[]): { readonly language: string; readonly text: string } {
  const codes = wanted.map((tag) => tag.toLowerCase().split(/[-_]/)[0] ?? "");
  const language = codes.find((code): code is keyof typeof texts => Object.hasOwn(texts, code)) ?? "en";
  return { language, text: texts[language] };
}

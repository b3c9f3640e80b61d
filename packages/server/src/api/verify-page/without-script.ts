import { languageFor, type Language } from "../../mail/texts/languages.ts";
import { type ServedFile, servedText } from "../files/file.ts";

/** In the page as it was built. */
const place = "<noscript>This page needs JavaScript.</noscript>";

const texts: Readonly<Record<Language, readonly [title: string, lead: string]>> = {
  en: [
    "This page needs JavaScript",
    "Allow JavaScript in your browser’s settings and reload the page, or open the link in another browser.",
  ],
  es: [
    "Esta página necesita JavaScript",
    "Permita JavaScript en los ajustes de su navegador y vuelva a cargar la página, o abra el enlace en otro navegador.",
  ],
  fr: [
    "Cette page a besoin de JavaScript",
    "Autorisez JavaScript dans les réglages de votre navigateur et rechargez la page, ou ouvrez le lien dans un autre navigateur.",
  ],
  de: [
    "Diese Seite braucht JavaScript",
    "Erlauben Sie JavaScript in den Einstellungen Ihres Browsers und laden Sie die Seite neu, oder öffnen Sie den Link in einem anderen Browser.",
  ],
  pt: [
    "Esta página precisa de JavaScript",
    "Permita JavaScript nos ajustes do seu navegador e recarregue a página, ou abra o link em outro navegador.",
  ],
  ar: [
    "تحتاج هذه الصفحة إلى JavaScript",
    "اسمح بـ JavaScript في إعدادات متصفحك وأعد تحميل الصفحة، أو افتح الرابط في متصفح آخر.",
  ],
  hi: [
    "इस पेज को JavaScript चाहिए",
    "अपने ब्राउज़र की सेटिंग में JavaScript की अनुमति दें और पेज फिर लोड करें, या लिंक किसी दूसरे ब्राउज़र में खोलें।",
  ],
  zh: ["本页面需要 JavaScript", "请在浏览器设置中允许 JavaScript 并重新加载页面，或用其他浏览器打开链接。"],
  ja: [
    "このページには JavaScript が必要です",
    "ブラウザーの設定で JavaScript を許可してページを再読み込みするか、別のブラウザーでリンクを開いてください。",
  ],
};

/**
 * The page, with what it says where JavaScript is off, in the language of the browser.
 * @returns the page for a header Accept-Language
 */
export function pageInLanguages(html: string): (acceptLanguage: string | undefined) => ServedFile {
  const pages = new Map<Language, ServedFile>();
  return (acceptLanguage) => {
    const language = languageFor(acceptLanguage);
    const page =
      pages.get(language) ??
      servedText(
        "index.html",
        html.replace(place, () => wordsIn(language)),
      );
    pages.set(language, page);
    return page;
  };
}

function wordsIn(language: Language): string {
  const [title, lead] = texts[language];
  const direction = language === "ar" ? "rtl" : "ltr";
  return `<noscript><div class="page" lang="${language}" dir="${direction}"><main class="card"><div class="step"><h1>${title}</h1><p class="lead">${lead}</p></div></main></div></noscript>`;
}

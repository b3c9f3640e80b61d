import hljs from "highlight.js/lib/core";
import bash from "highlight.js/lib/languages/bash";
import csharp from "highlight.js/lib/languages/csharp";
import go from "highlight.js/lib/languages/go";
import java from "highlight.js/lib/languages/java";
import javascript from "highlight.js/lib/languages/javascript";
import json from "highlight.js/lib/languages/json";
import php from "highlight.js/lib/languages/php";
import python from "highlight.js/lib/languages/python";
import ruby from "highlight.js/lib/languages/ruby";
import typescript from "highlight.js/lib/languages/typescript";
import xml from "highlight.js/lib/languages/xml";
import { escapeHtml } from "./html.ts";

const languages = { bash, csharp, go, java, javascript, json, php, python, ruby, typescript, xml };
for (const [name, language] of Object.entries(languages)) hljs.registerLanguage(name, language);
hljs.registerAliases(["sh", "shell"], { languageName: "bash" });

/** HTML of some code, with classes for its parts. What is in none of these languages stays as it is. */
export function highlight(code: string, language: string | undefined): string {
  if (language === undefined || hljs.getLanguage(language) === undefined) return escapeHtml(code);
  return hljs.highlight(code, { language }).value;
}

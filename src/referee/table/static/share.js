// Links to hand on.
import { html, useState } from "./view.js";
import { useWords } from "./words.js";

export function CopyLink({ address, words }) {
  const { t } = useWords();
  const [copied, setCopied] = useState(false);
  const whole = new URL(address, location.href).href;
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(whole);
    } catch {
      prompt(t("Copy this link:"), whole);
    }
    setCopied(true);
    setTimeout(() => setCopied(false), 1800);
  };
  return html`<button type="button" class="copy" onclick=${copy} title=${whole}>${copied ? t("Copied") : words || t("Copy the link")}</button>`;
}

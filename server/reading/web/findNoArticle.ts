import type { NotReadReason } from './notRead.ts';

interface Found {
  words: number;
  text: string;
  /** Everything on the page, hidden parts included. */
  whole: string;
  titles: string;
  asksForPassword: boolean;
  isFree: boolean;
}

/** Words; a longer text is an article, whatever it speaks of. */
const SHORT = 150;

const GONE =
  /\b(404|410)\b|(page|article) (was |could |can)?(not|n't|no longer) (be )?(found|available|exists?)|not found|no longer exists|nicht gefunden|existiert nicht|no (se )?(ha )?(sido )?encontrad|página no existe|introuvable|n'existe (pas|plus)|non trovata|não encontrada/iu;
const SIGN_IN =
  /\b(sign|log) ?in\b|\bmelden sie sich an\b|\banmelden\b|inici(a|e) sesión|se connecter|connectez-vous/iu;
const COOKIES = /\bcookies?\b|\bconsent\b|zustimm|einwilligung|consentimiento|consentement/iu;
const PAYWALL =
  /\bsubscri(be|ber|bers|ption)\b|free articles|to (continue|keep) reading|\babonn|\babo\b|weiterlesen|suscríb|suscrip|suscriptor|abonné|réservé aux/iu;
const SHELL =
  /(enable|requires?|need) javascript|javascript (is |must be )?(disabled|required|enabled)|javascript aktivieren|(active|habilite) javascript|activez javascript/iu;

export function findNoArticle(found: Found): NotReadReason | null {
  const { words, text, whole, titles, asksForPassword, isFree } = found;
  if (words >= SHORT) return null;
  const seen = `${titles}\n${text}`;
  if (GONE.test(titles)) return 'gone';
  if (asksForPassword || SIGN_IN.test(titles)) return 'needs-sign-in';
  if (!isFree || PAYWALL.test(seen)) return 'blocked';
  if (COOKIES.test(seen)) return 'blocked';
  if (GONE.test(text)) return 'gone';
  return words < 30 && SHELL.test(whole) ? 'nothing-to-read' : null;
}

import { Readability } from '@mozilla/readability';
import { parseHTML } from 'linkedom';
import { countWords, rowsWithHeads } from './cleanText.ts';
import { NotRead, type Parsed } from './notRead.ts';
import { type Page, type PageNode, readMetadata } from './readMetadata.ts';

/** Readability visits each element several times. */
const MOST_ELEMENTS = 50_000;

const FEWEST_WORDS = 30;
/** Words; a longer text is an article, whatever it speaks of. */
const SHORT = 150;

const GONE =
  /\b(404|410)\b|(page|article) (was |could |can)?(not|n't|no longer) (be )?(found|available|exists?)|not found|no longer exists|nicht gefunden|existiert nicht|no (se )?(ha )?(sido )?encontrad|página no existe|introuvable|n'existe (pas|plus)|non trovata|não encontrada/iu;
const SIGN_IN =
  /\b(sign|log) ?in\b|\bmelden sie sich an\b|\banmelden\b|inici(a|e) sesión|se connecter|connectez-vous/iu;
const COOKIES = /\bcookies?\b|\bconsent\b|zustimm|einwilligung|consentimiento|consentement/iu;
const PAYWALL =
  /\bsubscri(be|ber|bers|ption)\b|free articles|to (continue|keep) reading|\babonn|\babo\b|weiterlesen|suscríb|suscrip|suscriptor|abonné|réservé aux/iu;

export function decodeText(body: Buffer, contentType: string): string {
  const head = body.toString('latin1', 0, 2048);
  const label =
    /charset\s*=\s*"?([\w:.-]+)/i.exec(contentType)?.[1] ??
    /<meta[^>]+charset\s*=\s*["']?([\w:.-]+)/i.exec(head)?.[1] ??
    'utf-8';
  try {
    return new TextDecoder(label).decode(body);
  } catch {
    return new TextDecoder().decode(body);
  }
}

/**
 * Reads a page's article with linkedom, which runs no scripts and loads nothing. A page of 1.3 MB
 * takes a third of jsdom's time, and two thirds of its memory.
 * @throws {NotRead} for a page without an article
 */
export function readHtml(html: string): Parsed {
  const { document } = parseHTML(html);
  const page: Page = document;
  if (!page.documentElement) throw new NotRead('nothing-to-read');
  const metadata = readMetadata(page);
  const asksForPassword = page.querySelector('input[type=password]') !== null;
  const [heading = null] = ['h1', 'title'].flatMap(
    (name) => page.querySelector(name)?.textContent ?? [],
  );
  removeHidden(page);
  const article = new Readability<PageNode>(document, {
    maxElemsToParse: MOST_ELEMENTS,
    disableJSONLD: true,
    serializer: (node) => node,
  }).parse();
  const text = article?.content ? textOf(article.content) : '';
  const words = countWords(text);
  const title = metadata.title ?? article?.title ?? heading;
  if (words < SHORT) {
    const titles = [title, heading].join('\n');
    const seen = `${titles}\n${text}`;
    if (GONE.test(titles)) throw new NotRead('gone');
    if (asksForPassword || SIGN_IN.test(titles)) throw new NotRead('needs-sign-in');
    if (!metadata.isFree || PAYWALL.test(seen) || COOKIES.test(seen)) throw new NotRead('blocked');
    if (GONE.test(text)) throw new NotRead('gone');
  }
  if (words < FEWEST_WORDS) throw new NotRead('nothing-to-read');
  const { site, published, language, canonical } = metadata;
  return { title, site, published, language, canonical, text };
}

const NO_TEXT =
  'script,style,noscript,template,svg,math,iframe,object,embed,canvas,dialog,[hidden],[aria-hidden=true]';
const HIDING =
  /display:none|visibility:(hidden|collapse)|(?<!-)opacity:0(\.0*)?(;|!|$)|font-size:0(\.0*)?(px|em|rem|pt|%)?(;|!|$)|(?<!-)(max-)?(height|width):0(px|em|rem|%)?(;|!|$)|(left|top|right|text-indent|margin-left):-\d{3,}|(?<!-)color:transparent|clip:rect\(0|clip-path:inset\((50|100)%/;

/** What style sheets hide is not known here. */
function removeHidden(document: Page): void {
  for (const element of document.querySelectorAll(NO_TEXT)) element.remove();
  for (const element of document.querySelectorAll('[style]')) {
    const style = (element.getAttribute('style') ?? '')
      .replace(/\s|\/\*.*?\*\//g, '')
      .toLowerCase();
    if (HIDING.test(style)) element.remove();
  }
}

const BLOCKS = new Set(
  `address article aside blockquote br caption dd details div dl dt fieldset figcaption figure footer
  form h1 h2 h3 h4 h5 h6 header hr li main ol p pre section table tbody td th thead tr ul`.split(
    /\s+/,
  ),
);

/** Without recursion: a page may be nested to any depth. */
function textOf(root: PageNode): string {
  let text = '';
  let node: PageNode | null = root;
  let entering = true;
  while (node) {
    const rows = entering && node.nodeName.toLowerCase() === 'table' ? tableIn(node) : null;
    if (rows) {
      text += `\n\n${rows.join('\n\n')}\n\n`;
      entering = false;
    }
    if (entering && node.nodeType === 3) text += (node.nodeValue ?? '').replace(/\s+/g, ' ');
    if (BLOCKS.has(node.nodeName.toLowerCase())) text += '\n\n';
    if (entering && node.firstChild) {
      node = node.firstChild;
      continue;
    }
    if (node === root) break;
    entering = node.nextSibling !== null;
    node = node.nextSibling ?? node.parentNode;
  }
  return text;
}

/** Characters. A longer cell holds text, in a table that only arranges a page. */
const LONGEST_CELL = 300;

function tableIn(table: PageNode): string[] | null {
  const rows = childrenOf(table)
    .flatMap((child) => (isNamed(child, 'tr') ? [child] : childrenOf(child)))
    .filter((child) => isNamed(child, 'tr'))
    .map((row) =>
      childrenOf(row)
        .filter((cell) => isNamed(cell, 'td') || isNamed(cell, 'th'))
        .map(({ textContent }) => textContent ?? ''),
    );
  const isLayout = rows.flat().some((cell) => cell.trim().length > LONGEST_CELL);
  return isLayout ? null : rowsWithHeads(rows);
}

const isNamed = ({ nodeName }: PageNode, name: string) => nodeName.toLowerCase() === name;

function childrenOf(parent: PageNode): PageNode[] {
  const children: PageNode[] = [];
  for (let child = parent.firstChild; child; child = child.nextSibling) children.push(child);
  return children;
}

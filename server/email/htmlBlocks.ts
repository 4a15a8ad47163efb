import escapeHtml from 'escape-html';
import type { Block, Link, Row } from './block.ts';
import {
  DISPLAY,
  grounded,
  inked,
  LINED,
  light,
  MARGIN,
  UNDERLINE,
  WIDTH,
  WRAP,
} from './styles.ts';

/** One block of an email as HTML, every value escaped. */
export function htmlOf(block: Block): string {
  if (typeof block === 'string') return `<p style="margin:0 0 16px;">${escapeHtml(block)}</p>`;
  switch (block.kind) {
    case 'soft':
      return `<p ${inked('soft', 'margin:0 0 16px;font-size:15px;')}>${escapeHtml(block.text)}</p>`;
    case 'hosts':
      return htmlHosts(block);
    case 'button':
      return htmlButton(block);
    case 'link':
      return htmlLink(block);
    case 'image':
      return htmlImage(block);
    case 'links':
      return htmlLinks(block);
    case 'rows':
      return `${htmlTitle(block.title)}
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="margin:0 0 16px;">
${block.rows.map(htmlRow).join('\n')}
</table>`;
    case 'sums':
      return htmlSums(block);
  }
}

/** An address, escaped for an attribute; throws for all but http(s). */
export function webAddress(url: string): string {
  if (!/^https?:$/.test(new URL(url).protocol))
    throw new Error('an email may only link to http(s)');
  return escapeHtml(url);
}

type Of<Kind> = Extract<Block, { kind: Kind }>;

/** The first host faces right and the second left, as everywhere: position names the host, too. */
function htmlHosts({ length, hosts: [first, second] }: Of<'hosts'>): string {
  const mark = (host: 'a' | 'b') => {
    const corners = host === 'a' ? '3px 7px 7px 3px' : '7px 3px 3px 7px';
    return `<span ${grounded(`${host}-fill`, `display:inline-block;width:13px;height:14px;line-height:14px;border-radius:${corners};`)}>&nbsp;</span>`;
  };
  const name = (host: 'a' | 'b', text: string) =>
    `<span dir="auto" ${inked(host, 'font-weight:700;')}>${escapeHtml(text)}</span>`;
  return `<p ${inked('soft', 'margin:0 0 16px;')}>${escapeHtml(length)}, ${mark('a')}&nbsp;${name('a', first)} and ${name('b', second)}&nbsp;${mark('b')}</p>`;
}

/** A key with its lower edge, like those of the product. */
const htmlButton = ({ label, url }: Link) => `
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="margin:24px 0 28px;"><tr>
<td align="center" class="button" bgcolor="${light('highlight-1')}" style="border-radius:16px;background-color:${light('highlight-1')};border-bottom:4px solid ${light('highlight-edge')};"><a class="label" href="${webAddress(url)}" style="display:block;padding:16px 20px;font-size:19px;line-height:1.3;color:${light('on-highlight')};font-weight:700;text-decoration:none;">${escapeHtml(label)}</a></td>
</tr></table>`;

const htmlLink = ({ label, url }: Link) => `
<p style="margin:0 0 16px;"><a href="${webAddress(url)}" ${inked('ink', `font-weight:700;${UNDERLINE}`)}>${escapeHtml(label)}</a></p>`;

/** Without the picture, its description stands in its place. */
function htmlImage({ src, alt, url }: Of<'image'>): string {
  return `<p style="margin:0 0 16px;"><a href="${webAddress(url)}" ${inked('soft', 'font-size:15px;')}><img src="${webAddress(src)}" alt="${escapeHtml(alt)}" width="${WIDTH - 2 * MARGIN}" style="display:block;width:100%;height:auto;border:0;border-radius:20px;"></a></p>`;
}

function htmlLinks({ title, links, quiet = false }: Of<'links'>): string {
  const heading = quiet ? htmlQuietTitle(title) : htmlTitle(title);
  return `${heading}
${links.map((link) => htmlItem(link, quiet)).join('\n')}`;
}

function htmlItem({ label, url }: { label: string; url: string | null }, quiet: boolean): string {
  const tone = quiet ? 'soft' : 'ink';
  const words = escapeHtml(label);
  const link =
    url === null ? words : `<a href="${webAddress(url)}" ${inked(tone, UNDERLINE)}>${words}</a>`;
  const style = quiet ? 'margin:0 0 8px;font-size:15px;' : QUESTION;
  return `<p dir="auto" ${inked(tone, style, quiet ? '' : LINED)}>${link}</p>`;
}

const EDGE = `border-top:1px solid ${light('line')};`;
const QUESTION = `${EDGE}margin:0;padding:12px 0;font:700 18px/1.35 ${DISPLAY};font-synthesis:none;`;

const htmlTitle = (title: string) =>
  `<h2 style="margin:32px 0 10px;font:700 21px/1.2 ${DISPLAY};font-synthesis:none;">${escapeHtml(title)}</h2>`;

const htmlQuietTitle = (title: string) =>
  `<h2 ${inked('soft', 'margin:28px 0 8px;font-size:15px;')}>${escapeHtml(title)}</h2>`;

function htmlRow({ name, value, url }: Row): string {
  const words = escapeHtml(name);
  const link =
    url === undefined
      ? words
      : `<a href="${webAddress(url)}" dir="auto" ${inked('ink', `display:block;${UNDERLINE}`)}>${words}</a>`;
  const cell = `${EDGE}padding:11px 0;vertical-align:top;`;
  return `<tr><td width="64" ${inked('soft', `${cell}padding-right:12px;white-space:nowrap;`, LINED)}>${escapeHtml(value)}</td><td ${inked('ink', cell, LINED)}>${link}</td></tr>`;
}

function htmlSums({ title, rows, note, link }: Of<'sums'>): string {
  const more = link
    ? ` <a href="${webAddress(link.url)}" ${inked('soft', UNDERLINE)}>${escapeHtml(link.label)}</a>`
    : '';
  return `${htmlQuietTitle(title)}
<table width="100%" cellpadding="0" cellspacing="0" style="margin:0 0 10px;font-size:15px;">
${rows.map(htmlSum).join('\n')}
</table>
<p ${inked('soft', 'margin:0 0 16px;font-size:15px;')}>${escapeHtml(note)}${more}</p>`;
}

/** A data table, so the names are row headers; the last row is the total. */
function htmlSum({ name, value }: Row, at: number, all: unknown[]): string {
  const isTotal = at === all.length - 1;
  const tone = isTotal ? 'ink' : 'soft';
  const cell = `${EDGE}padding:6px 0;vertical-align:top;font-weight:${isTotal ? 700 : 400};`;
  return `<tr><th scope="row" ${inked(tone, `${cell}text-align:left;${WRAP}`, LINED)}>${escapeHtml(name)}</th><td align="right" ${inked(tone, `${cell}padding-left:12px;white-space:nowrap;`, LINED)}>${escapeHtml(value)}</td></tr>`;
}

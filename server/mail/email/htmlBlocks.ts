import escapeHtml from 'escape-html';
import { linkAddress, webAddress } from './address.ts';
import type { Block, Link, Picture, Row } from './block.ts';
import {
  DISPLAY,
  EDGE,
  grounded,
  inked,
  LINED,
  LINK,
  light,
  UNDERLINE,
  WRAP,
} from './emailStyles.ts';
import { htmlCode, htmlFacts, htmlQuote, htmlTicket } from './htmlPanels.ts';

export function htmlOf(block: Block): string {
  if (typeof block === 'string') return `<p style="margin:0 0 16px;">${escapeHtml(block)}</p>`;
  switch (block.kind) {
    case 'soft':
      return htmlSoft(block);
    case 'list':
      return htmlList(block);
    case 'code':
      return htmlCode(block);
    case 'quote':
      return htmlQuote(block);
    case 'facts':
      return htmlFacts(block);
    case 'ticket':
      return htmlTicket(block);
    case 'hosts':
      return htmlHosts(block);
    case 'button':
      return htmlButton(block);
    case 'link':
      return htmlLink(block);
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

type Of<Kind> = Extract<Block, { kind: Kind }>;

function htmlSoft({ text, isApart = false }: Of<'soft'>): string {
  const apart = isApart ? `${EDGE}margin:24px 0 16px;padding-top:16px;` : 'margin:0 0 16px;';
  return `<p ${inked('soft', `${apart}font-size:15px;`, isApart ? LINED : '')}>${escapeHtml(text)}</p>`;
}

const htmlList = ({ items }: Of<'list'>) =>
  `<ul style="margin:0 0 16px;padding:0 0 0 20px;">${items.map((item) => `<li style="margin:0 0 6px;">${escapeHtml(item)}</li>`).join('')}</ul>`;

/** The first host faces right and the second left, as everywhere: position names the host, too. */
function htmlHosts({ length, hosts: [first, second], text, cover }: Of<'hosts'>): string {
  const mark = (host: 'a' | 'b') => {
    const corners = host === 'a' ? '3px 7px 7px 3px' : '7px 3px 3px 7px';
    return `<span ${grounded(`${host}-fill`, `display:inline-block;width:13px;height:14px;line-height:14px;border-radius:${corners};`)}>&nbsp;</span>`;
  };
  const name = (host: 'a' | 'b', text: string) =>
    `<span dir="auto" ${inked(host, 'font-weight:700;white-space:normal;')}>${escapeHtml(text)}</span>`;
  // Keeps a mark and its name on one line.
  const held = (words: string) => `<span style="white-space:nowrap;">${words}</span>`;
  // “And” goes to the next line with its name, which still breaks where it has to.
  const last = `<span style="display:inline-block;">and ${held(`${name('b', second)}&nbsp;${mark('b')}`)}</span>`;
  const words = `<p ${inked('soft', 'margin:0 0 8px;')}>${escapeHtml(length)}, ${held(`${mark('a')}&nbsp;${name('a', first)}`)} ${last}</p>
<p style="margin:0;">${escapeHtml(text)}</p>`;
  return cover ? htmlBeside(cover, words) : words;
}

const htmlBeside = ({ src, alt, url }: Picture, words: string) => `
<table role="presentation" width="100%" cellpadding="0" cellspacing="0"><tr>
<td width="${COVER}" style="padding:4px 16px 0 0;vertical-align:top;"><a href="${webAddress(url)}" ${inked('soft', 'font-size:15px;')}><img src="${webAddress(src)}" alt="${escapeHtml(alt)}" width="${COVER}" style="display:block;width:${COVER}px;height:auto;border:0;border-radius:6px;"></a></td>
<td style="vertical-align:top;">${words}</td>
</tr></table>`;

/** px: leaves room for the hosts beside it even on the narrowest phone. */
const COVER = 104;

const htmlButton = ({ label, url }: Link) => `
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="margin:24px 0 28px;"><tr>
<td align="center" class="button" bgcolor="${light('highlight-1')}" style="border-radius:16px;background-color:${light('highlight-1')};border-bottom:4px solid ${light('highlight-edge')};"><a class="label" href="${linkAddress(url)}" style="display:block;padding:16px 20px;font-size:19px;line-height:1.3;color:${light('on-highlight')};font-weight:700;text-decoration:none;">${escapeHtml(label)}</a></td>
</tr></table>`;

const htmlLink = ({ label, url }: Link) => `
<p style="margin:0 0 16px;"><a href="${linkAddress(url)}" ${LINK}>${escapeHtml(label)}</a></p>`;

function htmlLinks({ title, links, quiet = false }: Of<'links'>): string {
  const heading = quiet ? htmlQuietTitle(title) : htmlTitle(title);
  return `${heading}
${links.map((link) => htmlItem(link, quiet)).join('\n')}`;
}

function htmlItem({ label, url }: { label: string; url: string | null }, quiet: boolean): string {
  const words = escapeHtml(label);
  const link = url === null ? words : `<a href="${webAddress(url)}" ${LINK}>${words}</a>`;
  const style = quiet ? 'margin:0 0 8px;font-size:15px;' : `${EDGE}margin:0;padding:11px 0;`;
  return `<p dir="auto" ${inked('ink', style, quiet ? '' : LINED)}>${link}</p>`;
}

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
  return `<tr><td width="48" align="right" ${inked('soft', `${cell}padding-right:14px;white-space:nowrap;font-variant-numeric:tabular-nums;`, LINED)}>${escapeHtml(value)}</td><td ${inked('ink', cell, LINED)}>${link}</td></tr>`;
}

function htmlSums({ title, rows, note, link }: Of<'sums'>): string {
  const more = link
    ? ` <a href="${webAddress(link.url)}" ${LINK}>${escapeHtml(link.label)}</a>`
    : '';
  return `${htmlQuietTitle(title)}
<table width="100%" cellpadding="0" cellspacing="0" style="margin:0 0 10px;font-size:15px;">
${rows.map(htmlSum).join('\n')}
</table>
<p ${inked('soft', 'margin:0 0 16px;font-size:15px;')}>${escapeHtml(note)}${more}</p>`;
}

/** A data table, so the names are row headers. The last row is the total. */
function htmlSum({ name, value }: Row, at: number, all: unknown[]): string {
  const isTotal = at === all.length - 1;
  const tone = isTotal ? 'ink' : 'soft';
  const cell = `${EDGE}padding:6px 0;vertical-align:top;${isTotal ? 'font-size:17px;font-weight:700;' : ''}`;
  return `<tr><th scope="row" ${inked(tone, `${cell}text-align:left;${WRAP}`, LINED)}>${escapeHtml(name)}</th><td align="right" ${inked(tone, `${cell}padding-left:12px;white-space:nowrap;`, LINED)}>${escapeHtml(value)}</td></tr>`;
}

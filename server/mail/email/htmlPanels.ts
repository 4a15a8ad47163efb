import escapeHtml from 'escape-html';
import { linkAddress } from './address.ts';
import type { Block, Fact } from './block.ts';
import {
  CODE,
  DISPLAY,
  EDGE,
  glow,
  grounded,
  inked,
  LINED,
  LINK,
  light,
  WRAP,
} from './emailStyles.ts';

type Of<Kind> = Extract<Block, { kind: Kind }>;

/** To be copied whole: no quotes are added, and no line that fits is broken. */
export const htmlCode = ({ text }: Pick<Of<'code'>, 'text'>) =>
  `<p dir="ltr" ${grounded('well', `margin:0 0 16px;padding:10px 12px;border-radius:10px;font:14px/1.5 ${CODE};${WRAP}`)}>${escapeHtml(text)}</p>`;

/** Set in, on another ground and behind a rule, so that nobody takes it for our words. */
export function htmlQuote({ title, lines }: Of<'quote'>): string {
  const cell = `padding:14px 18px;border-left:4px solid ${light('line')};border-radius:4px 12px 12px 4px;`;
  return `<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="margin:8px 0 16px;"><tr><td ${grounded('well', cell, LINED)}>
<p ${inked('soft', 'margin:0 0 6px;font-size:15px;')}>${escapeHtml(title)}</p>
<p dir="auto" ${inked('ink', `margin:0;${WRAP}`)}>${lines.map((line) => escapeHtml(line)).join('<br>')}</p>
</td></tr></table>`;
}

export const htmlFacts = ({ rows }: Of<'facts'>) =>
  `<table width="100%" cellpadding="0" cellspacing="0" style="margin:16px 0 16px;">
${rows.map(htmlFact).join('\n')}
</table>`;

function htmlFact({ name, value, url, code }: Fact): string {
  const words = escapeHtml(value);
  const link = url === undefined ? words : `<a href="${linkAddress(url)}" ${LINK}>${words}</a>`;
  const cell = `${EDGE}padding:10px 0 ${code === undefined ? 10 : 2}px;vertical-align:top;`;
  // Over the full width, so that an id stays in one piece on the narrowest phone.
  const copied =
    code === undefined
      ? ''
      : `\n<tr><td colspan="2" dir="ltr" ${inked('soft', `padding:0 0 10px;font:14px/1.5 ${CODE};${WRAP}`)}>${escapeHtml(code)}</td></tr>`;
  return `<tr><th scope="row" width="88" ${inked(code === undefined ? 'soft' : 'ink', `${cell}padding-right:14px;text-align:left;font-weight:${code === undefined ? 400 : 700};`, LINED)}>${escapeHtml(name)}</th><td dir="auto" ${inked('ink', `${cell}${WRAP}`, LINED)}>${link}</td></tr>${copied}`;
}

export function htmlTicket({ minutes, title, text }: Of<'ticket'>): string {
  const lit = `background-color:${light('highlight-1')};background-image:${glow(light)};`;
  const torn = `2px dashed ${light('highlight-edge')}`;
  const cell = (style: string) =>
    `class="button ticket" bgcolor="${light('highlight-1')}" style="${lit}${style}"`;
  const ink = `color:${light('on-highlight')};`;
  return `<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="margin:16px 0 20px;border-collapse:separate;"><tr>
<td width="60" align="center" ${cell('border-radius:16px 0 0 16px;padding:24px 14px;')}><p class="label" style="margin:0;font:700 30px/1 ${DISPLAY};font-synthesis:none;${ink}">${minutes}</p>
<p class="label" style="margin:4px 0 0;font-size:15px;${ink}">min</p></td>
<td ${cell(`border-radius:0 16px 16px 0;border-left:${torn};padding:30px 18px;`)}><p class="label" style="margin:0;font:700 24px/1.15 ${DISPLAY};font-synthesis:none;text-wrap:balance;${ink}">${escapeHtml(title)}</p>
<p class="label" style="margin:6px 0 0;font-size:15px;${ink}">${escapeHtml(text)}</p></td>
</tr></table>`;
}

import escapeHtml from 'escape-html';
import {
  CODE,
  DISPLAY,
  EDGE,
  glow,
  grounded,
  inked,
  LINK,
  light,
  UNDERLINE,
  WRAP,
} from './emailStyles.ts';

/** A part of an email as HTML, in which every value is escaped, and as text. */
export interface Block {
  html: string;
  /** Every address stands on a line of its own. */
  text: string;
  /** Keeps more room below itself than other blocks. */
  isButton?: true;
}

export interface Row {
  name: string;
  value: string;
  url?: string;
}

interface Item {
  label: string;
  url: string | null;
}

/** Escapes an address for an attribute. Throws for all but http(s) and mailto. */
export function addressOf(url: string): string {
  if (!/^(?:https?|mailto):$/.test(new URL(url).protocol))
    throw new Error('an email may only link to http(s)');
  return escapeHtml(url);
}

/** The address may be anybody's text: it can add no header and no second recipient. */
export const mailTo = (address: string, subject: string): string =>
  `mailto:${encodeURIComponent(address).replace('%40', '@')}?subject=${encodeURIComponent(subject)}`;

const anchor = (label: string, url: string) =>
  `<a href="${addressOf(url)}" ${LINK}>${escapeHtml(label)}</a>`;

/** `Listen now:`, but `Why do tides turn?`, and the address below. */
function textLink(label: string, url: string): string {
  const [, address] = /^mailto:([^?]*)/.exec(url) ?? [];
  const lead = label.endsWith('?') ? label : `${label}:`;
  return `${lead}\n${address === undefined ? url : decodeURIComponent(address)}`;
}

const htmlTitle = (title: string) =>
  `<h2 style="margin:32px 0 10px;font:700 21px/1.2 ${DISPLAY};font-synthesis:none;">${escapeHtml(title)}</h2>`;

const htmlQuietTitle = (title: string) =>
  `<h2 ${inked('soft', 'margin:28px 0 8px;font-size:15px;')}>${escapeHtml(title)}</h2>`;

export const paragraph = (text: string): Block => ({
  html: `<p style="margin:0 0 16px;">${escapeHtml(text)}</p>`,
  text,
});

export function soft(text: string, isApart = false): Block {
  const apart = isApart ? `${EDGE}margin:24px 0 16px;padding-top:16px;` : 'margin:0 0 16px;';
  return {
    html: `<p ${inked('soft', `${apart}font-size:15px;`)}>${escapeHtml(text)}</p>`,
    text,
  };
}

export const list = (items: string[]): Block => ({
  html: `<ul style="margin:0 0 16px;padding:0 0 0 20px;">${items.map((item) => `<li style="margin:0 0 6px;">${escapeHtml(item)}</li>`).join('')}</ul>`,
  text: items.map((item) => `- ${item}`).join('\n'),
});

/**
 * What a machine said or somebody is to type, letter by letter. To be copied whole: no quotes are
 * added, and no line that fits is broken.
 */
export const code = (text: string): Block => ({
  html: `<p dir="ltr" ${grounded('well', `margin:0 0 16px;padding:10px 12px;border-radius:10px;font:14px/1.5 ${CODE};${WRAP}`)}>${escapeHtml(text)}</p>`,
  text,
});

/** Another person's words: set in, on another ground and behind a rule, so as not to look like ours. */
export function quote(title: string, lines: string[]): Block {
  const cell = `padding:14px 18px;border-left:4px solid ${light('line')};border-radius:4px 12px 12px 4px;`;
  return {
    html: `<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="margin:8px 0 16px;"><tr><td ${grounded('well', cell)}>
<p ${inked('soft', 'margin:0 0 6px;font-size:15px;')}>${escapeHtml(title)}</p>
<p dir="auto" ${inked('ink', `margin:0;${WRAP}`)}>${lines.map((line) => escapeHtml(line)).join('<br>')}</p>
</td></tr></table>`,
    text: `${title}:\n\n${lines.join('\n')}`,
  };
}

/** `code` is to be copied, and stands in a row of its own. */
export const facts = (rows: (Row & { code?: string })[]): Block => ({
  html: `<table width="100%" cellpadding="0" cellspacing="0" style="margin:16px 0 16px;">
${rows.map(htmlFact).join('\n')}
</table>`,
  text: rows
    .map(({ name, value, url, code }) => {
      const fact = `${name}: ${value}${code === undefined ? '' : ` (${code})`}`;
      return url?.startsWith('http') ? `${fact}\n${url}` : fact;
    })
    .join('\n'),
});

function htmlFact({ name, value, url, code }: Row & { code?: string }): string {
  const words = url === undefined ? escapeHtml(value) : anchor(value, url);
  const [tone, weight, below] =
    code === undefined ? (['soft', 400, 10] as const) : (['ink', 700, 2] as const);
  const cell = `${EDGE}padding:10px 0 ${below}px;vertical-align:top;`;
  // Over the full width, so that an id stays in one piece on the narrowest phone.
  const copied =
    code === undefined
      ? ''
      : `\n<tr><td colspan="2" dir="ltr" ${inked('soft', `padding:0 0 10px;font:14px/1.5 ${CODE};${WRAP}`)}>${escapeHtml(code)}</td></tr>`;
  return `<tr><th scope="row" width="88" ${inked(tone, `${cell}padding-right:14px;text-align:left;font-weight:${weight};`)}>${escapeHtml(name)}</th><td dir="auto" ${inked('ink', `${cell}${WRAP}`)}>${words}</td></tr>${copied}`;
}

export function ticket(minutes: number, title: string, text: string): Block {
  const lit = `background-color:${light('highlight-1')};background-image:${glow(light)};`;
  const torn = `2px dashed ${light('highlight-edge')}`;
  const cell = (style: string) =>
    `class="button ticket" bgcolor="${light('highlight-1')}" style="${lit}${style}"`;
  const ink = `color:${light('on-highlight')};`;
  return {
    html: `<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="margin:16px 0 20px;border-collapse:separate;"><tr>
<td width="60" align="center" ${cell('border-radius:16px 0 0 16px;padding:24px 14px;')}><p class="label" style="margin:0;font:700 30px/1 ${DISPLAY};font-synthesis:none;${ink}">${minutes}</p>
<p class="label" style="margin:4px 0 0;font-size:15px;${ink}">min</p></td>
<td ${cell(`border-radius:0 16px 16px 0;border-left:${torn};padding:30px 18px;`)}><p class="label" style="margin:0;font:700 24px/1.15 ${DISPLAY};font-synthesis:none;text-wrap:balance;${ink}">${escapeHtml(title)}</p>
<p class="label" style="margin:6px 0 0;font-size:15px;${ink}">${escapeHtml(text)}</p></td>
</tr></table>`,
    text: `${title}. ${text}`,
  };
}

export const button = (label: string, url: string): Block => ({
  html: `
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="margin:24px 0 28px;"><tr>
<td align="center" class="button" bgcolor="${light('highlight-1')}" style="border-radius:16px;background-color:${light('highlight-1')};border-bottom:4px solid ${light('highlight-edge')};"><a class="label" href="${addressOf(url)}" style="display:block;padding:16px 20px;font-size:19px;line-height:1.3;color:${light('on-highlight')};font-weight:700;text-decoration:none;">${escapeHtml(label)}</a></td>
</tr></table>`,
  text: textLink(label, url),
  isButton: true,
});

export const link = (label: string, url: string): Block => ({
  html: `\n<p style="margin:0 0 16px;">${anchor(label, url)}</p>`,
  text: textLink(label, url),
});

export function links(title: string, items: Item[], isQuiet = false): Block {
  const style = isQuiet ? 'margin:0 0 8px;font-size:15px;' : `${EDGE}margin:0;padding:11px 0;`;
  const html = items.map(({ label, url }) => {
    const words = url === null ? escapeHtml(label) : anchor(label, url);
    return `<p dir="auto" ${inked('ink', style)}>${words}</p>`;
  });
  const text = items.map(({ label, url }) => (url === null ? label : textLink(label, url)));
  return {
    html: [isQuiet ? htmlQuietTitle(title) : htmlTitle(title), ...html].join('\n'),
    text: [title, ...text].join('\n'),
  };
}

export function chapters(rows: { title: string; start: string; url: string }[]): Block {
  const cell = `${EDGE}padding:11px 0;vertical-align:top;`;
  const html = rows.map(
    ({ title, start, url }) =>
      `<tr><td width="48" align="right" ${inked('soft', `${cell}padding-right:14px;white-space:nowrap;font-variant-numeric:tabular-nums;`)}>${escapeHtml(start)}</td><td ${inked('ink', cell)}><a href="${addressOf(url)}" dir="auto" ${inked('ink', `display:block;${UNDERLINE}`)}>${escapeHtml(title)}</a></td></tr>`,
  );
  return {
    html: `${htmlTitle('Chapters')}
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="margin:0 0 16px;">
${html.join('\n')}
</table>`,
    text: ['Chapters', ...rows.map(({ title, start, url }) => `${start}  ${title}\n${url}`)].join(
      '\n',
    ),
  };
}

/** A data table, so the names are row headers. The last row is the total. */
export function sums(
  title: string,
  rows: Row[],
  note: string,
  more: { label: string; url: string } | null = null,
): Block {
  const html = rows.map(({ name, value }, at) => {
    const isTotal = at === rows.length - 1;
    const tone = isTotal ? 'ink' : 'soft';
    const cell = `${EDGE}padding:6px 0;vertical-align:top;${isTotal ? 'font-size:17px;font-weight:700;' : ''}`;
    return `<tr><th scope="row" ${inked(tone, `${cell}text-align:left;${WRAP}`)}>${escapeHtml(name)}</th><td align="right" ${inked(tone, `${cell}padding-left:12px;white-space:nowrap;`)}>${escapeHtml(value)}</td></tr>`;
  });
  const text = [title, ...rows.map(({ name, value }) => `${name}: ${value}`), note].join('\n');
  return {
    html: `${htmlQuietTitle(title)}
<table width="100%" cellpadding="0" cellspacing="0" style="margin:0 0 10px;font-size:15px;">
${html.join('\n')}
</table>
<p ${inked('soft', 'margin:0 0 16px;font-size:15px;')}>${escapeHtml(note)}${more ? ` ${anchor(more.label, more.url)}` : ''}</p>`,
    text: more ? `${text}\n\n${textLink(more.label, more.url)}` : text,
  };
}

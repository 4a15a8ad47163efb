import escapeHtml from 'escape-html';
import { brand, colours } from '#shared/brand.ts';

/** What a mail client shows of an email. */
export interface EmailText {
  subject: string;
  text: string;
  html: string;
  /** The address for unsubscribing. */
  unsubscribe?: string;
}

/** The building blocks of our emails; a string is a paragraph. */
export type Block =
  | string
  | { kind: 'soft'; text: string }
  | { kind: 'button'; label: string; url: string }
  | { kind: 'link'; label: string; url: string }
  | { kind: 'image'; url: string; alt: string }
  | { kind: 'links'; title: string; links: { label: string; url: string | null }[] }
  | { kind: 'rows'; title: string; rows: { name: string; value: string }[] }
  | {
      kind: 'sums';
      title: string;
      /** The last one is the total. */
      rows: { name: string; value: string }[];
      link: { label: string; url: string } | null;
    };

interface Draft {
  subject: string;
  /** What an inbox shows after the subject. */
  preview: string;
  heading: string;
  blocks: Block[];
  supportEmail: string;
}

type Colour = keyof typeof colours;
const light = (name: Colour) => colours[name][1];
const dark = (name: Colour) => colours[name][0];

const FONT = "-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif";
/** Breaks long words and addresses; some clients support only one of the two. */
const WRAP = 'overflow-wrap:anywhere;word-break:break-word;';

/**
 * Sets a draft as text and as HTML: one column, styles inline (many clients drop the rest), the
 * dark colours as the one style sheet, nothing that runs. Every value is escaped here.
 */
export function layOut(draft: Draft): EmailText {
  const subject = draft.subject.replace(/\s+/g, ' ').trim();
  return { subject, text: asText(draft), html: asHtml(subject, draft) };
}

function asText({ heading, blocks, supportEmail }: Draft): string {
  const parts = blocks.flatMap((block) => textOf(block));
  const footer = `-- \n${brand.name} · ${brand.tagline}\nQuestions: ${supportEmail}`;
  return `${[heading, ...parts, footer].join('\n\n')}\n`;
}

function textOf(block: Block): string[] {
  if (typeof block === 'string') return [block];
  switch (block.kind) {
    case 'soft':
      return [block.text];
    case 'button':
    case 'link':
      return [`${block.label}:\n${block.url}`];
    case 'links': {
      const links = block.links.map(({ label, url }) =>
        url === null ? label : `${leadIn(label)}\n${url}`,
      );
      return [`${block.title}\n${links.join('\n')}`];
    }
    case 'rows':
      return [`${block.title}\n${block.rows.map((row) => `${row.value}  ${row.name}`).join('\n')}`];
    case 'sums': {
      const sums = block.rows.map(({ name, value }) => `${name}: ${value}`).join('\n');
      return [
        `${block.title}\n${sums}`,
        ...(block.link ? [`${block.link.label}:\n${block.link.url}`] : []),
      ];
    }
    case 'image':
      return [];
  }
}

/** A label before its address: `Listen now:`, but `Why do tides turn?`. */
const leadIn = (label: string) => (label.endsWith('?') ? label : `${label}:`);

function asHtml(subject: string, { preview, heading, blocks, supportEmail }: Draft): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${escapeHtml(subject)}</title>
<style>${darkStyles}</style>
</head>
<body class="ground" style="margin:0;padding:0;background:${light('ground')};">
<div style="display:none;max-height:0;overflow:hidden;">${escapeHtml(preview)}</div>
<table role="presentation" class="ground" width="100%" cellpadding="0" cellspacing="0" style="background:${light('ground')};">
<tr><td align="center" style="padding:24px 12px;">
<table role="presentation" class="panel" width="100%" cellpadding="0" cellspacing="0" style="max-width:560px;background:${light('panel')};border:1px solid ${light('line')};border-radius:16px;">
<tr><td class="ink" style="padding:28px 24px;font:17px/1.5 ${FONT};color:${light('ink')};${WRAP}">
<p class="soft" style="margin:0 0 20px;font-size:15px;color:${light('soft')};">${escapeHtml(brand.name)}</p>
<h1 style="margin:0 0 16px;font-size:26px;line-height:1.2;">${escapeHtml(heading)}</h1>
${blocks.map(htmlOf).join('\n')}
</td></tr>
<tr><td class="soft line" style="padding:16px 24px 20px;border-top:1px solid ${light('line')};font:14px/1.5 ${FONT};color:${light('soft')};">
${escapeHtml(brand.tagline)}. Questions: <a class="soft" href="mailto:${escapeHtml(supportEmail)}" style="color:${light('soft')};">${escapeHtml(supportEmail)}</a>
</td></tr>
</table>
</td></tr>
</table>
</body>
</html>
`;
}

function htmlOf(block: Block): string {
  if (typeof block === 'string') return `<p style="margin:0 0 16px;">${escapeHtml(block)}</p>`;
  switch (block.kind) {
    case 'soft':
      return `<p class="soft" style="margin:0 0 16px;font-size:15px;color:${light('soft')};">${escapeHtml(block.text)}</p>`;
    case 'button':
      return `<p style="margin:24px 0;"><a class="highlight" href="${link(block.url)}" style="display:inline-block;padding:14px 28px;border-radius:12px;background:${light('highlight-2')};color:${light('on-highlight')};font-weight:700;text-decoration:none;">${escapeHtml(block.label)}</a></p>`;
    case 'link':
      return htmlLink(block);
    case 'image':
      return `<p style="margin:0 0 20px;"><img src="${link(block.url)}" alt="${escapeHtml(block.alt)}" width="240" style="display:block;width:240px;max-width:100%;height:auto;border:0;border-radius:12px;"></p>`;
    case 'links':
      return `${htmlTitle(block.title)}
${block.links.map(htmlItem).join('\n')}`;
    case 'rows':
      return `${htmlTitle(block.title)}
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="margin:0 0 16px;">
${block.rows.map(htmlRow).join('\n')}
</table>`;
    case 'sums':
      return `${htmlTitle(block.title)}
<table width="100%" cellpadding="0" cellspacing="0" style="margin:0 0 16px;">
${block.rows.map(htmlSum).join('\n')}
</table>${block.link ? htmlLink(block.link) : ''}`;
  }
}

/** A data table, so the names are row headers; the last row is the total. */
function htmlSum({ name, value }: { name: string; value: string }, at: number, all: unknown[]) {
  const edge = `border-top:1px solid ${light('line')};`;
  const isSum = at === all.length - 1;
  const tone: Colour = isSum ? 'ink' : 'soft';
  const weight = isSum ? 700 : 400;
  return `<tr><th scope="row" class="${tone} line" style="${edge}padding:6px 12px 6px 0;vertical-align:top;text-align:left;${WRAP}font-weight:${weight};color:${light(tone)};">${escapeHtml(name)}</th><td class="line" align="right" style="${edge}padding:6px 0;vertical-align:top;white-space:nowrap;font-weight:${weight};">${escapeHtml(value)}</td></tr>`;
}

const htmlTitle = (title: string) =>
  `<h2 style="margin:24px 0 8px;font-size:17px;">${escapeHtml(title)}</h2>`;

function htmlItem({ label, url }: { label: string; url: string | null }): string {
  const words = escapeHtml(label);
  const item =
    url === null
      ? words
      : `<a class="ink" href="${link(url)}" style="color:${light('ink')};">${words}</a>`;
  return `<p style="margin:0 0 8px;">${item}</p>`;
}

const htmlLink = ({ label, url }: { label: string; url: string }) => `
<p style="margin:0 0 16px;"><a class="ink" href="${link(url)}" style="color:${light('ink')};font-weight:700;">${escapeHtml(label)}</a></p>`;

const htmlRow = ({ name, value }: { name: string; value: string }) =>
  `<tr><td class="soft" width="72" style="padding:4px 12px 4px 0;vertical-align:top;white-space:nowrap;color:${light('soft')};">${escapeHtml(value)}</td><td style="padding:4px 0;">${escapeHtml(name)}</td></tr>`;

const darkStyles = `:root{color-scheme:light dark}
@media (prefers-color-scheme:dark){
.ground{background:${dark('ground')}!important}
.panel{background:${dark('panel')}!important;border-color:${dark('line')}!important}
.ink{color:${dark('ink')}!important}
.soft{color:${dark('soft')}!important}
.line{border-color:${dark('line')}!important}
.highlight{background:${dark('highlight-2')}!important;color:${dark('on-highlight')}!important}
}`;

/** A URL, escaped for an attribute; throws for all but http(s). */
function link(url: string): string {
  if (!/^https?:$/.test(new URL(url).protocol))
    throw new Error('an email may only link to http(s)');
  return escapeHtml(url);
}

import escapeHtml from 'escape-html';
import { brand } from '#shared/brand.ts';
import { EMAIL_MARK } from '#shared/emailMark.ts';
import { addressOf, type Block, paragraph } from './blocks.ts';
import {
  DISPLAY,
  dark,
  darkStyles,
  FONT,
  grounded,
  inked,
  light,
  MARGIN,
  WIDTH,
  WRAP,
} from './emailStyles.ts';

export interface Sender {
  publicUrl: string;
  /** Empty in a house that has none. */
  supportEmail: string;
}

interface Draft {
  subject: string;
  /** What an inbox shows after the subject. */
  preview: string;
  heading: string;
  /** The episode's wave at the top. It only decorates, so it has no description. */
  wave?: string | null;
  /** A string is a paragraph. */
  blocks: (Block | string)[];
}

export interface EmailText {
  subject: string;
  text: string;
  html: string;
  unsubscribe?: string;
}

/** Characters that show nothing: they keep the text after the preview out of an inbox's list. */
const SILENCE = '&#847;&zwnj;&nbsp;'.repeat(60);

/** Word, which draws emails in Outlook, knows no `max-width`: it gets a table of that width. */
const FOR_WORD = {
  open: `<!--[if mso]><table role="presentation" width="${WIDTH}" align="center" cellpadding="0" cellspacing="0"><tr><td><![endif]-->`,
  close: '<!--[if mso]></td></tr></table><![endif]-->',
};

/** Styles are inline: many clients drop the rest. */
export function layOut(sender: Sender, draft: Draft, isInternal = false): EmailText {
  const { preview, heading } = draft;
  const subject = draft.subject.replace(/\s+/g, ' ').trim();
  const blocks = draft.blocks.map((one) => (typeof one === 'string' ? paragraph(one) : one));
  const foot = footOf(sender, isInternal);
  // Fills up the last block's own margin to 28 px.
  const below = blocks.at(-1)?.isButton ? 0 : 12;
  const html = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<meta name="format-detection" content="telephone=no,date=no,address=no,email=no,url=no">
<title>${escapeHtml(subject)}</title>
<style>${darkStyles}</style>
</head>
<body ${grounded('ground', 'margin:0;padding:0;')}>
<div style="display:none;max-height:0;overflow:hidden;mso-hide:all;">${escapeHtml(preview)}${SILENCE}</div>
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" ${grounded('ground', '')}>
<tr><td align="center" style="padding:16px 8px 28px;">
${FOR_WORD.open}
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" ${grounded('panel', `max-width:${WIDTH}px;border-radius:20px;border:1px solid ${light('line')};border-collapse:separate;`)}>
${htmlHead(sender, draft)}
<tr><td ${inked('ink', `padding:26px ${MARGIN}px ${below}px;font:17px/1.5 ${FONT};${WRAP}`)}>
<h1 dir="auto" style="margin:0 0 12px;font:700 ${sizeOf(heading)} ${DISPLAY};font-synthesis:none;text-wrap:balance;">${escapeHtml(heading)}</h1>
${blocks.map((block) => block.html).join('\n')}
</td></tr>
</table>

<p ${inked('soft', `max-width:${WIDTH - 2 * MARGIN}px;margin:20px auto 0;font:14px/1.5 ${FONT};text-align:left;padding:0 ${MARGIN}px;${WRAP}`)}>${foot.html}</p>
${FOR_WORD.close}
</td></tr>
</table>
</body>
</html>
`;
  const text = [heading, ...blocks.map((block) => block.text), foot.text].join('\n\n');
  return { subject, text: `${text}\n`, html };
}

/** For those who run the product: they need not be told who answers. */
export const layOutInternal = (sender: Sender, draft: Draft) => layOut(sender, draft, true);

const sizeOf = (heading: string) => (/\S{15}/.test(heading) ? '22px/1.2' : '28px/1.15');

/** Drawn on a dark ground by day, too, so that no client's own dark mode can swallow it. */
function htmlHead({ publicUrl }: Sender, { wave }: Draft): string {
  const night = `bgcolor="${dark('ground')}" style="background-color:${dark('ground')};color:${dark('ink')};`;
  const [width, height] = [EMAIL_MARK.width / 2, EMAIL_MARK.height / 2];
  const logo = `<img src="${addressOf(publicUrl + EMAIL_MARK.path)}" alt="${escapeHtml(brand.name)}" width="${width}" height="${height}" style="display:block;border:0;font:700 22px/${height}px ${DISPLAY};text-indent:12px;color:${dark('ink')};">`;
  const strip =
    wave &&
    `<tr><td ${night}padding:0 ${MARGIN}px 20px;line-height:0;font-size:0;"><img src="${addressOf(wave)}" alt="" width="${WIDTH - 2 * MARGIN}" style="display:block;width:100%;height:auto;border:0;"></td></tr>`;
  return `<tr><td ${night}padding:14px ${MARGIN - EMAIL_MARK.margin / 2}px;border-radius:20px 20px 0 0;">${logo}</td></tr>${strip ?? ''}`;
}

function footOf({ publicUrl, supportEmail }: Sender, isInternal: boolean): Block {
  const { name, tagline } = brand;
  if (isInternal) {
    const from = `${name} at ${new URL(publicUrl).host}, to whoever runs it`;
    return { html: `${escapeHtml(from)}.`, text: `-- \n${from}` };
  }
  const address = escapeHtml(supportEmail);
  const questions = `<br>Questions: <a href="mailto:${address}" ${inked('soft', '')}>${address}</a>`;
  return {
    html: `${escapeHtml(name)}. ${escapeHtml(tagline)}.${supportEmail && questions}`,
    text: `-- \n${name} · ${tagline}${supportEmail && `\nQuestions: ${supportEmail}`}`,
  };
}

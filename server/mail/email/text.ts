import { brand } from '#shared/brand.ts';
import { addressIn } from './address.ts';
import type { Block, Draft, Fact, Link, Row } from './block.ts';
import { sentFrom } from './sentFrom.ts';

/** For clients without HTML: every address stands on a line of its own. */
export function asText(draft: Draft): string {
  const { heading, blocks, supportEmail, isInternal } = draft;
  const parts = blocks.flatMap((block) => textOf(block));
  const footer = isInternal
    ? `-- \n${sentFrom(draft)}`
    : `-- \n${brand.name} · ${brand.tagline}${supportEmail && `\nQuestions: ${supportEmail}`}`;
  return `${[heading, ...parts, footer].join('\n\n')}\n`;
}

function textOf(block: Block): string[] {
  if (typeof block === 'string') return [block];
  switch (block.kind) {
    case 'soft':
    case 'code':
      return [block.text];
    case 'list':
      return [block.items.map((item) => `- ${item}`).join('\n')];
    case 'quote':
      return [`${block.title}:`, block.lines.join('\n')];
    case 'facts':
      return [block.rows.map(textFact).join('\n')];
    case 'ticket':
      return [`${block.title}. ${block.text}`];
    case 'hosts':
      return [`${block.length}, ${block.hosts.join(' and ')}`, block.text];
    case 'button':
    case 'link':
      return [textLink(block)];
    case 'links':
      return [`${block.title}\n${block.links.map(textItem).join('\n')}`];
    case 'rows':
      return [`${block.title}\n${block.rows.map(textRow).join('\n')}`];
    case 'sums': {
      const sums = block.rows.map(({ name, value }) => `${name}: ${value}`).join('\n');
      const receipt = `${block.title}\n${sums}\n${block.note}`;
      return block.link ? [receipt, textLink(block.link)] : [receipt];
    }
  }
}

const textLink = ({ label, url }: Link) => `${leadIn(label)}\n${addressIn(url)}`;

function textFact({ name, value, code, url }: Fact): string {
  const fact = `${name}: ${value}${code === undefined ? '' : ` (${code})`}`;
  return url?.startsWith('http') ? `${fact}\n${url}` : fact;
}

const textItem = ({ label, url }: { label: string; url: string | null }) =>
  url === null ? label : textLink({ label, url });

function textRow({ name, value, url }: Row): string {
  const row = `${value}  ${name}`;
  return url === undefined ? row : `${row}\n${url}`;
}

/** `Listen now:`, but `Why do tides turn?`. */
const leadIn = (label: string) => (label.endsWith('?') ? label : `${label}:`);

import { brand } from '#shared/brand.ts';
import type { Block, Draft, Link, Row } from './block.ts';

/** An email for clients without HTML: every address stands on a line of its own. */
export function asText({ heading, blocks, supportEmail }: Draft): string {
  const parts = blocks.flatMap((block) => textOf(block));
  const footer = `-- \n${brand.name} · ${brand.tagline}\nQuestions: ${supportEmail}`;
  return `${[heading, ...parts, footer].join('\n\n')}\n`;
}

function textOf(block: Block): string[] {
  if (typeof block === 'string') return [block];
  switch (block.kind) {
    case 'soft':
      return [block.text];
    case 'hosts':
      return [`${block.length}, ${block.hosts.join(' and ')}`];
    case 'button':
    case 'link':
      return [textLink(block)];
    case 'image':
      return [];
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

const textLink = ({ label, url }: Link) => `${leadIn(label)}\n${url}`;

const textItem = ({ label, url }: { label: string; url: string | null }) =>
  url === null ? label : textLink({ label, url });

function textRow({ name, value, url }: Row): string {
  const row = `${value}  ${name}`;
  return url === undefined ? row : `${row}\n${url}`;
}

/** A label before its address: `Listen now:`, but `Why do tides turn?`. */
const leadIn = (label: string) => (label.endsWith('?') ? label : `${label}:`);

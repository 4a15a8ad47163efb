import { clock, wholeSeconds } from '#shared/clock.ts';
import { DEMO_NOTICE } from '#shared/demoNotice.ts';
import { formatPrice } from '#shared/pricing.ts';
import { shorten } from '#shared/shorten.ts';
import type { Block, Sender } from '../block.ts';
import { type EmailText, layOut } from '../layout.ts';
import { wasSold } from './order.ts';

interface Ready extends Sender {
  title: string;
  hosts: [string, string];
  boughtMinutes: number;
  /** Measured on the finished file. */
  durationSeconds: number;
  listenUrl: string;
  coverUrl?: string | null;
  waveUrl?: string | null;
  chapters: { title: string; startSeconds: number }[];
  /** Only what anybody may see: emails are passed on. */
  sources: { title: string; site: string | null; url: string | null }[];
  followUps: { question: string; url: string }[];
  /** Both in cents. Nothing was sold where both are 0. */
  amountPaid: number;
  discountAmount: number;
  /** Null beside a discount: it was the bonus episode. */
  discountCode: string | null;
  receiptUrl: string | null;
  demoWriter?: boolean;
}

export function readyEmail(episode: Ready): EmailText {
  const { title, hosts, listenUrl, coverUrl, waveUrl, chapters, sources, followUps } = episode;
  const names = hosts.join(' and ');
  const length = clock(episode.durationSeconds);
  const blocks: Block[] = [
    {
      kind: 'hosts',
      length: `${episode.boughtMinutes} minutes`,
      hosts,
      text: `They sat down and talked it through. It runs ${length}.`,
      cover: coverUrl ? { src: coverUrl, alt: 'Cover', url: listenUrl } : null,
    },
    { kind: 'button', label: 'Listen now', url: listenUrl },
  ];
  if (chapters.length) blocks.push(...chaptersOf(episode));
  if (followUps.length) {
    const links = followUps.map(({ question, url }) => ({ label: question, url }));
    blocks.push({ kind: 'links', title: `Ask ${names} next`, links });
  }
  if (sources.length) blocks.push(...sourcesOf(episode));
  if (episode.demoWriter) blocks.push({ kind: 'soft', text: DEMO_NOTICE });
  if (wasSold(episode)) blocks.push(receiptOf(episode, length));
  blocks.push({
    kind: 'soft',
    text: 'Anyone with the link can listen. The hosts are AI and can get things wrong: check what matters before you rely on it.',
    isApart: true,
  });
  return layOut({
    ...episode,
    subject: `Your episode is ready: ${title}`,
    preview: `${length} with ${names}.`,
    heading: title,
    wave: waveUrl ?? null,
    blocks,
  });
}

const OUTLINED = 8;

function chaptersOf({ chapters, listenUrl }: Ready): Block[] {
  const count = chapters.length;
  const rows = chapters.slice(0, OUTLINED).map(({ title, startSeconds }) => ({
    name: title,
    value: clock(startSeconds),
    url: `${listenUrl}&t=${wholeSeconds(startSeconds)}`,
  }));
  const named: Block = { kind: 'rows', title: 'Chapters', rows };
  if (count <= OUTLINED) return [named];
  return [named, { kind: 'link', label: `All ${count} chapters`, url: listenUrl }];
}

const NAMED = 5;

function sourcesOf({ sources, listenUrl }: Ready): Block[] {
  const count = sources.length;
  const noun = count === 1 ? 'source' : 'sources';
  const named = sources.slice(0, NAMED).map(({ title, site, url }) => {
    const label = shorten(title);
    return { label: site ? `${label} (${shorten(site)})` : label, url };
  });
  const rest = {
    label: `${count > NAMED ? `All ${count}` : 'The'} ${noun}, line by line`,
    // Opens the list of sources.
    url: `${listenUrl}&sources=all`,
  };
  const title = `Based on ${count} ${noun}`;
  return [{ kind: 'links', title, links: [...named, rest], quiet: true }];
}

function receiptOf(episode: Ready, length: string): Block {
  const { amountPaid, discountAmount, discountCode, receiptUrl } = episode;
  const bought = `${episode.boughtMinutes} minutes, delivered ${length}`;
  const rows = [{ name: bought, value: formatPrice(amountPaid + discountAmount) }];
  if (discountAmount > 0) {
    const name = discountCode ? `Code ${discountCode}` : 'Bonus episode, on the house';
    rows.push({ name, value: `−${formatPrice(discountAmount)}` });
  }
  rows.push({ name: 'Total', value: amountPaid ? formatPrice(amountPaid) : 'Free' });
  const label = amountPaid ? 'Full receipt and Paddle’s invoice' : 'Full receipt';
  return {
    kind: 'sums',
    title: 'Your receipt',
    rows,
    note: amountPaid
      ? 'Paid once, tax included. Nothing renews.'
      : 'This one was free. Nothing renews.',
    link: receiptUrl === null ? null : { label, url: receiptUrl },
  };
}

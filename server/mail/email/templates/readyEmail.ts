import escapeHtml from 'escape-html';
import { clock, wholeSeconds } from '#shared/clock.ts';
import { DEMO_NOTICE } from '#shared/demoNotice.ts';
import { formatPrice } from '#shared/pricing.ts';
import { shorten } from '#shared/shorten.ts';
import { addressOf, type Block, button, chapters, link, links, soft, sums } from '../blocks.ts';
import { grounded, inked } from '../emailStyles.ts';
import { type EmailText, layOut, type Sender } from '../layout.ts';
import { type Money, wasSold } from './order.ts';

interface Ready extends Sender, Money {
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
  receiptUrl: string | null;
  demoWriter?: boolean;
}

export function readyEmail(episode: Ready): EmailText {
  const { title, listenUrl, followUps, sources } = episode;
  const names = episode.hosts.join(' and ');
  const length = clock(episode.durationSeconds);
  const asks = followUps.map(({ question, url }) => ({ label: question, url }));
  return layOut(episode, {
    subject: `Your episode is ready: ${title}`,
    preview: `${length} with ${names}.`,
    heading: title,
    wave: episode.waveUrl ?? null,
    blocks: [
      hosts(episode, length),
      button('Listen now', listenUrl),
      ...(episode.chapters.length ? chaptersOf(episode) : []),
      ...(asks.length ? [links(`Ask ${names} next`, asks)] : []),
      ...(sources.length ? [sourcesOf(episode)] : []),
      ...(episode.demoWriter ? [soft(DEMO_NOTICE)] : []),
      ...(wasSold(episode) ? [receiptOf(episode, length)] : []),
      soft(
        'Anyone with the link can listen. The hosts are AI and can get things wrong: check what matters before you rely on it.',
        true,
      ),
    ],
  });
}

/** px: leaves room for the hosts beside it even on the narrowest phone. */
const COVER = 104;

/** The first host faces right and the second left, as everywhere: position names the host, too. */
function hosts({ hosts: [first, second], ...episode }: Ready, length: string): Block {
  const { boughtMinutes, listenUrl, coverUrl } = episode;
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
  const talk = `They sat down and talked it through. It runs ${length}.`;
  const words = `<p ${inked('soft', 'margin:0 0 8px;')}>${boughtMinutes} minutes, ${held(`${mark('a')}&nbsp;${name('a', first)}`)} ${last}</p>
<p style="margin:0;">${talk}</p>`;
  const text = `${boughtMinutes} minutes, ${first} and ${second}\n\n${talk}`;
  if (!coverUrl) return { html: words, text };
  return {
    html: `
<table role="presentation" width="100%" cellpadding="0" cellspacing="0"><tr>
<td width="${COVER}" style="padding:4px 16px 0 0;vertical-align:top;"><a href="${addressOf(listenUrl)}" ${inked('soft', 'font-size:15px;')}><img src="${addressOf(coverUrl)}" alt="Cover" width="${COVER}" style="display:block;width:${COVER}px;height:auto;border:0;border-radius:6px;"></a></td>
<td style="vertical-align:top;">${words}</td>
</tr></table>`,
    text,
  };
}

const OUTLINED = 8;

function chaptersOf({ chapters: all, listenUrl }: Ready): Block[] {
  const rows = all.slice(0, OUTLINED).map(({ title, startSeconds }) => ({
    title,
    start: clock(startSeconds),
    url: `${listenUrl}&t=${wholeSeconds(startSeconds)}`,
  }));
  if (all.length <= OUTLINED) return [chapters(rows)];
  return [chapters(rows), link(`All ${all.length} chapters`, listenUrl)];
}

const NAMED = 5;

function sourcesOf({ sources, listenUrl }: Ready): Block {
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
  return links(`Based on ${count} ${noun}`, [...named, rest], true);
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
  const note = `${amountPaid ? 'Paid once, tax included' : 'This one was free'}. Nothing renews.`;
  return sums('Your receipt', rows, note, receiptUrl === null ? null : { label, url: receiptUrl });
}

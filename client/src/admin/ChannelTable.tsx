import type { Figures } from '#shared/admin.ts';
import { type Channel, LISTEN_SECONDS } from '#shared/channels.ts';
import { formatPrice } from '#shared/pricing.ts';
import { FigureTable } from './FigureTable.tsx';

const CHANNEL_WORDS: Record<Channel, string> = {
  shared: 'Shared links',
  embed: 'Embeds',
  samples: 'Demos',
  email: 'Our emails',
  own: 'Own episodes',
  direct: 'Direct',
};

export function ChannelTable({ channels }: { channels: Figures['channels'] }) {
  return (
    <>
      <FigureTable
        caption="The last 30 days by channel"
        columns={['From', 'Listens', 'Previews', 'Orders', 'Sold']}
        rows={channels.map(({ channel, listens, previews, orders, cents }) => [
          CHANNEL_WORDS[channel],
          ...[listens, previews, orders].map((count) => count.toLocaleString('en-US')),
          formatPrice(cents),
        ])}
      />
      <p className="mt-2 text-meta text-soft">
        The last 30 days, without cookies and before refunds. A listen is {LISTEN_SECONDS} seconds
        heard; previews and orders count for the link that led to the form.
      </p>
    </>
  );
}

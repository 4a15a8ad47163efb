import type { AdminPodcast } from '#shared/admin.ts';
import { formatPrice } from '#shared/pricing.ts';
import { Details } from './Details.tsx';
import { dollars } from './words.ts';

/** Costs, revenue and margin of an episode, before Paddle's fee and tax. */
export function CostCard({ episode }: { episode: AdminPodcast }) {
  const { costs, revenueCents } = episode;
  if (!costs) return null;
  const { inputTokens, cachedTokens, cacheWriteTokens } = costs;
  const { outputTokens, characters, microdollars } = costs;
  return (
    <Details
      of={[
        ['Tokens read', `${number(inputTokens)}, ${number(cachedTokens)} of them cached`],
        ['Kept in the cache', number(cacheWriteTokens)],
        ['Tokens written', number(outputTokens)],
        ['Characters spoken', number(characters)],
        ['Cost', dollars(microdollars)],
        ['Revenue', formatPrice(revenueCents)],
        ['Margin', dollars(revenueCents * 10_000 - microdollars)],
      ]}
    />
  );
}

const number = (count: number) => count.toLocaleString('en-US');

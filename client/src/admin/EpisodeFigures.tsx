import type { AdminPodcast } from '#shared/admin.ts';
import { formatPrice } from '#shared/pricing.ts';
import { clock } from '../ui/clock.ts';
import { Details } from './Details.tsx';
import { dollars } from './words.ts';

/** How the finished file measured: what was promised is 5 % of length, −16 LUFS and −1 dBTP. Older ones lack some. */
export function QualityCard({ episode }: { episode: AdminPodcast }) {
  const { quality, durationSeconds } = episode;
  if (durationSeconds === null && !quality) return null;
  const { lengthError: off, loudness, truePeak: peak, talkBalance: balance } = quality ?? {};
  const { repetition, longestMonologue: monologue, linesAskedAgain, novelty } = quality ?? {};
  return (
    <Details
      of={[
        ['Measured length', durationSeconds === null ? null : clock(durationSeconds)],
        ['Off the bought minutes', off == null ? null : `${(off * 100).toFixed(1)} %`],
        ['Loudness', loudness == null ? null : `${loudness.toFixed(1)} LUFS`],
        ['True peak', peak == null ? null : `${peak.toFixed(1)} dBTP`],
        [
          'Talk, first and second host',
          balance == null ? null : `${percent(balance)} and ${percent(1 - balance)}`,
        ],
        ['Said before', repetition == null ? null : percent(repetition)],
        ['Longest without the other', monologue == null ? null : clock(monologue)],
        ['Lines spoken again', linesAskedAgain ?? null],
        ['New to its account', novelty == null ? null : percent(novelty)],
      ]}
    />
  );
}

const percent = (share: number) => `${Math.round(share * 100)} %`;

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

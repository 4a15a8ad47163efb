import type { AdminPodcast } from '#shared/admin.ts';
import { clock } from '#shared/clock.ts';
import { formatPrice } from '#shared/pricing.ts';
import { useSales } from '../api/sales.ts';
import { Details } from './Details.tsx';
import { dollars } from './format.ts';

/** Promised: 5 % of length, −16 LUFS and −1 dBTP. Older episodes lack some figures. */
export function QualityCard({ episode }: { episode: AdminPodcast }) {
  const sells = useSales();
  const { quality, durationSeconds } = episode;
  if (durationSeconds === null && !quality) return null;
  const { lengthError: off, loudness, truePeak: peak, talkBalance: balance } = quality ?? {};
  const { repetition, longestMonologue: monologue, linesAskedAgain, novelty } = quality ?? {};
  return (
    <Details
      items={[
        ['Measured length', durationSeconds === null ? null : clock(durationSeconds)],
        [
          sells ? 'Off the minutes bought' : 'Off the minutes asked for',
          off == null ? null : `${(off * 100).toFixed(1)} %`,
        ],
        ['Loudness', loudness == null ? null : `${loudness.toFixed(1)} LUFS`],
        ['True peak', peak == null ? null : `${peak.toFixed(1)} dBTP`],
        [
          'Share of talk, first and second host',
          balance == null ? null : `${percent(balance)} and ${percent(1 - balance)}`,
        ],
        ['Repeated', repetition == null ? null : percent(repetition)],
        ['Longest stretch of one host', monologue == null ? null : clock(monologue)],
        ['Lines recorded again', linesAskedAgain ?? null],
        ['New to its account', novelty == null ? null : percent(novelty)],
        ['Refused lines rewritten', quality?.refused?.rewritten ?? null],
        ['Refused lines cut', quality?.refused?.cut ?? null],
      ]}
    />
  );
}

const percent = (share: number) => `${Math.round(share * 100)} %`;

export function ReadingCard({ episode: { research } }: { episode: AdminPodcast }) {
  if (!research) return null;
  const { seconds, sources, facts, linesRewritten, linesCut, linesUnread } = research;
  return (
    <Details
      items={[
        ['Read up for', seconds === null ? null : `${seconds.toFixed(1)} s`],
        ['Sources', number(sources)],
        ['Facts', number(facts)],
        ['Lines that the reader changed', number(linesRewritten)],
        ['Lines that the reader left out', number(linesCut)],
        ['Lines that nobody read', number(linesUnread)],
      ]}
    />
  );
}

/** Revenue and margin include the tax; only the margin is after Paddle’s fee. */
export function CostCard({ episode }: { episode: AdminPodcast }) {
  const sells = useSales();
  const { costs, feeCents, revenueCents } = episode;
  if (!costs) return null;
  const { inputTokens, cachedTokens, cacheWriteTokens } = costs;
  const { outputTokens, searches, characters, microdollars, by } = costs;
  return (
    <Details
      items={[
        ['Tokens read', `${number(inputTokens)}, ${number(cachedTokens)} of them cached`],
        ['Written to the cache', number(cacheWriteTokens)],
        ['Tokens written', number(outputTokens)],
        [sells ? 'Searches bought' : 'Searches', number(searches)],
        ['Characters spoken', number(characters)],
        ['Cost of the script', dollars(by.script)],
        ['Cost of searches', dollars(by.search)],
        ['Cost of speech', dollars(by.speech)],
        ['Cost', dollars(microdollars)],
        ['Revenue', sells ? formatPrice(revenueCents) : null],
        ['Paddle’s fee', sells ? formatPrice(feeCents) : null],
        ['Margin', sells ? dollars((revenueCents - feeCents) * 10_000 - microdollars) : null],
      ]}
    />
  );
}

const number = (count: number) => count.toLocaleString('en-US');

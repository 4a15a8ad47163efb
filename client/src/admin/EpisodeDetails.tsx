import type { AdminPodcast } from '#shared/admin.ts';
import { clock } from '#shared/clock.ts';
import { formatPrice } from '#shared/pricing.ts';
import type { QualityFlag } from '#shared/quality.ts';
import { useSales } from '../api/sales.ts';
import { EpisodeSources } from './EpisodeSources.tsx';
import { dollars, number } from './format.ts';
import { type Detail, Details, FlagNote, Fold, Moment, Part } from './parts.tsx';

export function EpisodeDetails({ episode }: { episode: AdminPodcast }) {
  const sells = useSales();
  const { title, quality, research, costs, verdicts } = episode;
  if (!quality && !research && !costs && verdicts.notes.length === 0) return null;
  return (
    <Fold title="Details" later={!!research?.sources && <EpisodeSources episode={episode} />}>
      {quality && (
        <Part title="Measurements">
          <Details items={qualityOf(episode, sells)} />
        </Part>
      )}
      {costs && (
        <Part title="What it cost">
          <Details items={costOf(episode, sells)} />
        </Part>
      )}
      {verdicts.notes.length > 0 && (
        <Part title="What was wrong">
          <ul aria-label={`What was wrong with ${title}`}>
            {verdicts.notes.map(({ text, saidAt }) => (
              <li key={`${saidAt} ${text}`} className="border-t border-line py-2 first:border-t-0">
                <q dir="auto" className="[overflow-wrap:anywhere]">
                  {text}
                </q>{' '}
                <span className="text-soft">
                  <Moment at={saidAt} />
                </span>
              </li>
            ))}
          </ul>
        </Part>
      )}
      {research && (
        <Part title="What it rests on">
          <Details items={readingOf(episode)} />
        </Part>
      )}
    </Fold>
  );
}

const percent = (share: number) => `${Math.round(share * 100)} %`;

/** Promised: 5 % of length, −16 LUFS and −1 dBTP. Older episodes lack some figures. */
export function qualityOf({ quality, durationSeconds }: AdminPodcast, sells: boolean): Detail[] {
  const { lengthError: off, loudness, truePeak: peak, talkBalance: balance } = quality ?? {};
  const { repetition, longestMonologue: monologue, novelty } = quality ?? {};
  return [
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
    ['Lines recorded again', quality?.linesAskedAgain],
    ['New to its account', novelty == null ? null : percent(novelty)],
    ['Refused lines rewritten', quality?.refused?.rewritten],
    ['Refused lines cut', quality?.refused?.cut],
  ];
}

export function readingOf({ research }: AdminPodcast): Detail[] {
  if (!research) return [];
  const { seconds, sources, facts, linesRewritten, linesCut, linesUnread } = research;
  return [
    ['Read up for', seconds === null ? null : `${seconds.toFixed(1)} s`],
    ['Sources', number(sources)],
    ['Facts', number(facts)],
    ['Lines that the reader changed', number(linesRewritten)],
    ['Lines that the reader left out', number(linesCut)],
    ['Lines that nobody read', number(linesUnread)],
  ];
}

/** Revenue and margin include the tax; only the margin is after Paddle’s fee. */
export function costOf({ costs, feeCents, revenueCents }: AdminPodcast, sells: boolean): Detail[] {
  if (!costs) return [];
  const { by, microdollars } = costs;
  return [
    ['Tokens read', `${number(costs.inputTokens)}, ${number(costs.cachedTokens)} of them cached`],
    ['Written to the cache', number(costs.cacheWriteTokens)],
    ['Tokens written', number(costs.outputTokens)],
    [sells ? 'Searches bought' : 'Searches', number(costs.searches)],
    ['Characters spoken', number(costs.characters)],
    ['Cost of the script', dollars(by.script)],
    ['Cost of searches', dollars(by.search)],
    ['Cost of speech', dollars(by.speech)],
    ['Cost', dollars(microdollars)],
    ['Revenue', sells ? formatPrice(revenueCents) : null],
    ['Paddle’s fee', sells ? formatPrice(feeCents) : null],
    ['Margin', sells ? dollars((revenueCents - feeCents) * 10_000 - microdollars) : null],
  ];
}

const FLAG_WORDS: Record<QualityFlag, string> = {
  length: 'Its length misses the minutes bought',
  loudness: 'It’s too loud or too quiet',
  balance: 'One host does nearly all the talking',
  repetition: 'It repeats itself',
  monologue: 'One host goes on for too long',
  'asked-again': 'Many lines had to be recorded again',
  novelty: 'It repeats what its account has heard before',
};

/** Why it failed, and what was measured to be wrong with it. */
export function EpisodeFlags({ episode: { failure, quality } }: { episode: AdminPodcast }) {
  const sells = useSales();
  return (
    <>
      {failure && <FlagNote>{failure}</FlagNote>}
      {quality?.flags?.map((flag) => (
        <FlagNote key={flag}>
          {flag === 'length' && !sells
            ? 'Its length misses the minutes asked for'
            : FLAG_WORDS[flag]}
        </FlagNote>
      ))}
    </>
  );
}

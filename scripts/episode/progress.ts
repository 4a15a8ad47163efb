import { stripVTControlCharacters } from 'node:util';
import { sql } from 'drizzle-orm';
import type { Stage } from '#shared/episode.ts';
import type { Production } from '../withProduction.ts';

/** Milliseconds per spoken character, until some of the episode's own have been measured. */
const USUAL_PACE = 65;

type Seen = {
  stage: Stage;
  minutes: number;
  source: string | null;
  /** Milliseconds; the unspoken part of `written` is estimated. */
  written: number;
  spoken: number;
};

export async function progressOf(
  { db }: Pick<Production, 'db'>,
  podcastId: number,
): Promise<string> {
  const { rows } = await db.execute<Seen>(sql`
    select stage, duration as minutes,
      (select title from podcast_sources where podcast_id = ${podcastId}
        order by number desc limit 1) as source,
      coalesce(spoken, 0)::float8 as spoken,
      (coalesce(spoken, 0) + coalesce(waiting, 0) *
        coalesce(spoken / nullif(characters, 0), ${USUAL_PACE}))::float8 as written
    from podcasts, lateral (
      select sum(milliseconds) filter (where state = 'spoken')::float8 as spoken,
        sum(length(text)) filter (where state = 'spoken')::float8 as characters,
        sum(length(text)) filter (where state = 'written')::float8 as waiting
      from podcast_lines where podcast_id = ${podcastId}) as lines
    where id = ${podcastId}`);
  const [seen] = rows;
  return seen ? sentenceOf(seen) : '';
}

export function sentenceOf({ stage, minutes, source, written, spoken }: Seen): string {
  if (stage === 'queued') return 'Beginning';
  if (stage === 'reading') return source ? `Reading: ${source}` : 'Reading up';
  if (written === 0) return 'Planning';
  if (stage === 'mastering' || stage === 'publishing') return 'Mixing';
  if (stage === 'emailing') return 'Finished';
  return `Written ${clock(written)}, spoken ${clock(spoken)} of ${minutes}:00`;
}

export function clock(milliseconds: number): string {
  const seconds = Math.round(milliseconds / 1000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}

/** The least time between two lines in a log, ms. */
const LINES_EVERY = 5_000;

type Screen = Pick<NodeJS.WriteStream, 'write' | 'isTTY' | 'columns'>;

/** On a terminal, progress is one line that is rewritten; elsewhere it is separate lines. */
export function openStatusLine(screen: Screen) {
  let shown = '';
  let lastAt = Number.NEGATIVE_INFINITY;
  const clear = () => {
    if (screen.isTTY && shown) screen.write('\r\u001b[K');
    shown = '';
  };
  return {
    show(progress: string): void {
      // A title may hold control characters.
      const text = stripVTControlCharacters(progress).replace(/\p{Cc}+/gu, ' ');
      if (!text || text === shown) return;
      if (screen.isTTY) {
        screen.write(`\r\u001b[K${text.slice(0, (screen.columns || 80) - 1)}`);
      } else {
        if (performance.now() - lastAt < LINES_EVERY) return;
        lastAt = performance.now();
        screen.write(`${text}\n`);
      }
      shown = text;
    },
    say(sentence: string): void {
      clear();
      screen.write(`${sentence}\n`);
    },
    clear,
  };
}

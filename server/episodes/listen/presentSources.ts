import type { Basis } from '#shared/script.ts';
import type { EpisodeSources, SourceKind } from '#shared/sources.ts';
import { asks } from '../../writing/script/asks.ts';
import { extentOf, isSourced, type ReadSource, type SourceRow } from '../log/episodeSources.ts';
import type { LineRow, PodcastRow } from '../log/lease.ts';
import { type TimedLine, timedLines } from '../log/timeline.ts';

type ShownSource = EpisodeSources['sources'][number];
type Claim = EpisodeSources['claims'][number];
type ShownFact = Pick<Claim, 'sourceId' | 'quote' | 'strength'> & { disputed: string };

/** Nobody else can look these up, so others see them only if the episode's owner says so. */
const PRIVATE: readonly SourceKind[] = ['text', 'pdf'];
const UNSOURCED: readonly (Basis | null)[] = ['opinion', 'doubt', 'imagined'];

export function presentSource(row: SourceRow, seesPrivate: boolean): ShownSource {
  const { number, kind, title, site, published, licence } = row;
  const isPrivate = PRIVATE.includes(kind);
  const common = { id: number, kind, retrievedAt: row.retrievedAt.toISOString(), isPrivate };
  if (isPrivate && !seesPrivate) {
    const words = 'A document the listener brought';
    const unseen = { site: null, url: null, date: null, licence: null, extent: '' };
    return { ...common, title: words, ...unseen };
  }
  const extent = extentOf(row);
  return { ...common, title, site, url: webAddress(row.url), date: published, licence, extent };
}

/** Claims name lines by index in the transcript: `lines` must be all of the episode's, in order. */
export function presentSources(
  row: PodcastRow,
  read: ReadSource[],
  lines: LineRow[],
  isOwner: boolean,
): EpisodeSources {
  const seesPrivate = isOwner || row.showsSources;
  const facts = new Map(read.flatMap((source) => shownFacts(source, seesPrivate)));
  const spoken = timedLines(lines);
  const claims = spoken.flatMap((line, index) => claimsOf(line, index, facts));
  return {
    // What an admin has taken out supports nothing any more, and is not in `read`.
    basis: read.length > 0 ? 'sources' : 'knowledge',
    sources: read.map((source) => presentSource(source, seesPrivate)),
    claims,
    counts: {
      lines: spoken.length,
      statements: spoken.filter((line) => isSourced(line) || isStatement(line)).length,
      sourced: new Set(claims.map(({ line }) => line)).size,
      opinions: spoken.filter(({ basis }) => UNSOURCED.includes(basis)).length,
      rewritten: row.linesRewritten,
      cut: row.linesCut,
      unread: row.linesUnread,
    },
    showsPrivate: isOwner ? row.showsSources : null,
  };
}

function shownFacts({ kind, facts }: ReadSource, seesPrivate: boolean): [number, ShownFact][] {
  const isHidden = PRIVATE.includes(kind) && !seesPrivate;
  return facts.map(({ number, source, quote, strength, disputed }) => [
    number,
    { sourceId: source, quote: isHidden ? null : quote, strength, disputed },
  ]);
}

/** An inference is ours, however plain its facts. The first fact quotes `sourceWords`. */
function claimsOf(line: TimedLine, index: number, facts: Map<number, ShownFact>): Claim[] {
  if (!isSourced(line)) return [];
  return [...new Set(line.facts)].flatMap((number, place) => {
    const fact = facts.get(number);
    if (!fact) return [];
    const { disputed, sourceId } = fact;
    // A dispute is about a figure or a name, not about everything its fact says.
    const isSettled = fact.strength === 'disputed' && disputed && !tells(line.text, disputed);
    const own = isSettled ? 'says' : fact.strength;
    const strength = line.basis === 'inference' ? 'inference' : own;
    const quote = fact.quote && (place ? fact.quote : line.sourceWords);
    return [{ line: index, start: line.start, fact: number, sourceId, quote, strength }];
  });
}

const isStatement = (line: TimedLine) =>
  (line.basis === 'fact' || line.basis === 'inference') && !asks(line);

/** Whether a text says what is disputed: one of its figures if it has any, else a longer word. */
function tells(text: string, disputed: string): boolean {
  const wordsIn = (words: string) =>
    words.toLowerCase().match(/\p{N}[\p{N}.,]*\p{N}|\p{N}|[\p{L}'’-]+/gu) ?? [];
  const figures = wordsIn(disputed).filter((word) => /\p{N}/u.test(word));
  const wanted = figures.length ? figures : wordsIn(disputed).filter((word) => word.length > 3);
  const said = new Set(wordsIn(text));
  return !wanted.length || wanted.some((word) => said.has(word));
}

/** Null unless a page, an email or an app may link to the address. */
function webAddress(url: string | null): string | null {
  const isWeb = url !== null && /^https?:$/.test(URL.parse(url)?.protocol ?? '');
  return isWeb ? url : null;
}

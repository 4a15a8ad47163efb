import escapeHtml from 'escape-html';
import type { Listening } from '#shared/episode.ts';
import { opening } from '#shared/prerenderMarks.ts';
import type { Transcript } from '#shared/script.ts';
import type { Drawn } from './document.ts';

/** More than a phone shows at once. */
export const OPENING_LINES = 8;

export interface Opening {
  episode: Listening['episode'];
  /** The first of its transcript. */
  lines: Transcript['segments'];
}

/**
 * The listen page of a finished episode with its first words in it, and what its script asks for
 * named beforehand. Without all of them the page stays empty until the script has come.
 */
export function drawListening(screen: Drawn, found: Opening | null): Drawn {
  if (!found?.episode.title || !found.episode.summary || !found.lines.length) {
    return { ...screen, body: '' };
  }
  const { token, title, summary, transcriptUrl, chaptersUrl } = found.episode;
  // The lines last: what they say is never looked through for marks.
  const body = fillLines(fill(screen.body, { title, summary }), found.lines);
  const fetches = [`/api/listen/${token}`, transcriptUrl, chaptersUrl];
  return { ...screen, body, fetches: fetches.filter((url) => url !== null) };
}

/** The build drew one line of each host. */
function fillLines(html: string, lines: Opening['lines']): string {
  const drawn = html.match(/<li data-side="[AB]".*?<\/li>/gs) ?? [];
  const lineOf = (side: string) => drawn.find((line) => line.includes(`data-side="${side}"`)) ?? '';
  const filled = lines.map(({ side, speaker, body }) => fill(lineOf(side), { speaker, body }));
  return html.replace(drawn.join(''), () => filled.join(''));
}

/** All marks in one go: what was written in is no mark, whatever it looks like. */
function fill(html: string, words: Partial<Record<keyof typeof opening, string>>): string {
  const byMark = new Map(
    Object.entries(words).map(([name, text]) => [opening[name as keyof typeof opening], text]),
  );
  return html.replace(/\{\{\w+\}\}/g, (mark) => {
    const text = byMark.get(mark as never);
    return text === undefined ? mark : escapeHtml(text);
  });
}

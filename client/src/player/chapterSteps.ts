import type { Player } from './engine/player.ts';
import { lastStarted } from './engine/started.ts';

type Starts = readonly { startTime: number }[];

/** Later than this in a chapter, a step back leads to its own beginning, s. */
const AGAIN = 3;

/** Goes on at the next chapter; from the last one, at the end of the episode. */
export function toNextChapter(player: Player, chapters: Starts): void {
  const { time, duration } = player.get();
  const next = chapters[lastStarted(chapters, time) + 1];
  player.seek(next?.startTime ?? duration);
}

/** Goes back to the beginning of the chapter, or to the one before it while it has hardly begun. */
export function toPreviousChapter(player: Player, chapters: Starts): void {
  const { time } = player.get();
  const current = lastStarted(chapters, time);
  const hasBegun = time - (chapters[current]?.startTime ?? 0) > AGAIN;
  player.seek(chapters[hasBegun ? current : current - 1]?.startTime ?? 0);
}

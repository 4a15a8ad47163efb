import type { Player } from './engine/player.ts';
import { lastStarted } from './engine/started.ts';

type Starts = readonly { startTime: number }[];

/** More than this into a chapter, a step back leads to the chapter's own beginning, s. */
const AGAIN = 3;

export function toNextChapter(player: Player, chapters: Starts): void {
  const { time, duration } = player.get();
  const next = chapters[lastStarted(chapters, time) + 1];
  player.seek(next?.startTime ?? duration);
}

export function toPreviousChapter(player: Player, chapters: Starts): void {
  const { time } = player.get();
  const current = lastStarted(chapters, time);
  const hasBegun = time - (chapters[current]?.startTime ?? 0) > AGAIN;
  player.seek(chapters[hasBegun ? current : current - 1]?.startTime ?? 0);
}

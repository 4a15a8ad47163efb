import type { Outline } from '#shared/script.ts';

export interface Chapter {
  title: string;
  startMilliseconds: number;
  endMilliseconds: number;
}

/** Makes a chapter of each section that is on the timeline; together they cover all of it. */
export function chaptersOf(
  outline: Outline,
  lines: { section: number; startMilliseconds: number | null }[],
  endMilliseconds: number,
): Chapter[] {
  const opened = outline.sections.flatMap(({ title }, section) => {
    const first = lines.find((line) => line.section === section && line.startMilliseconds !== null);
    return first ? [{ title, startMilliseconds: first.startMilliseconds ?? 0 }] : [];
  });
  return opened.map((chapter, index) => ({
    title: chapter.title,
    startMilliseconds: index === 0 ? 0 : chapter.startMilliseconds,
    endMilliseconds: opened[index + 1]?.startMilliseconds ?? endMilliseconds,
  }));
}

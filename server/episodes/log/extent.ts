import type { SourceRow } from './episodeSources.ts';

type Chunks = Pick<SourceRow, 'chunks' | 'readChunks' | 'pages'>;

/** "pages 1 to 14, 60 of 200 were read"; empty for a source read before this was counted. */
export function extentOf({ chunks, readChunks, pages }: Chunks): string {
  if (!chunks) return '';
  if (readChunks.length >= chunks) return 'read in full';
  if (!readChunks.length) return 'nothing of it was read';
  const all = pages.at(-1);
  if (!all)
    return counted(
      'part',
      readChunks.map((at) => at + 1),
      chunks,
    );
  const read = readChunks.flatMap((at) => {
    const [first = 1, last = all] = [pages[at], pages[at + 1]];
    return Array.from({ length: last - first + 1 }, (_, page) => first + page);
  });
  return counted('page', read, all);
}

function counted(thing: string, read: number[], all: number): string {
  const isOne = new Set(read).size === 1;
  return `${thing}${isOne ? '' : 's'} ${listed(read)} of ${all} ${isOne ? 'was' : 'were'} read`;
}

/** Writes consecutive numbers as "1 to 14". */
function listed(numbers: number[]): string {
  const sorted = [...new Set(numbers)].sort((one, other) => one - other);
  const runs: [number, number][] = [];
  for (const number of sorted) {
    const last = runs.at(-1);
    if (last?.[1] === number - 1) last[1] = number;
    else runs.push([number, number]);
  }
  return runs.map(([from, to]) => (from === to ? `${from}` : `${from} to ${to}`)).join(', ');
}

import type { Figure } from '../figures.ts';
import { read } from './program.ts';

/** size-limit's result for one budget; bytes, gzipped. */
interface Size {
  name: string;
  size: number;
  sizeLimit: number;
}

export async function measureSizes(): Promise<{ figures: Figure[]; sizes: Size[] }> {
  const sizes = JSON.parse(await read('node_modules/size-limit/bin.js', ['--json'])) as Size[];
  return { figures: sizeFigures(sizes), sizes };
}

/** The first budget is the entry. */
export function sizeFigures([entry, ...routes]: Size[]): Figure[] {
  const largest = routes.toSorted((one, two) => two.size - one.size)[0];
  if (!entry || !largest) throw new Error('size-limit has measured no entry or no route');
  return [
    figureOf('entry JS, gzip', entry),
    figureOf(`largest route, gzip: ${largest.name}`, largest),
  ];
}

function figureOf(name: string, { size, sizeLimit }: Size): Figure {
  return { name, value: size / 1000, unit: 'kB', goal: { atMost: sizeLimit / 1000 } };
}

import { type Buyer, openBuyer } from '../server/testing/buyer.ts';
import type { Running } from '../server/testing/processes.ts';
import type { Figure } from './figures.ts';
import type { Stage } from './stage.ts';

/** The product, and an account that buys from it. */
export interface Customer {
  product: Running;
  buyer: Buyer;
  /** The catalogue, female and male voices in turn. */
  voices: string[];
  stage: Stage;
}

export async function openCustomer(
  stage: Stage,
  env: Record<string, string> = {},
): Promise<Customer> {
  const product = await stage.startProduct(env);
  const buyer = await openBuyer(product.url, stage);
  return { product, buyer, voices: await buyer.voices(), stage };
}

/** Two neighbours in the catalogue, the first at this place. */
export function pairAt(voices: string[], place: number): [string, string] {
  const voice = (at: number) => voices[at % voices.length] ?? '';
  return [voice(place), voice(place + 1)];
}

/** Buyers hear both voices before they order. */
export async function playSamples(buyer: Buyer, pair: string[]): Promise<void> {
  for (const voice of pair) await buyer.fetchSample(voice);
}

/** Works through the items in their order, `atOnce` at a time. */
export async function forEach<T>(
  items: Iterable<T>,
  atOnce: number,
  work: (item: T) => Promise<unknown>,
): Promise<void> {
  const waiting = [...items];
  const workOn = async () => {
    while (waiting.length) await work(waiting.shift() as T);
  };
  await Promise.all(Array.from({ length: atOnce }, workOn));
}

/** As `forEach`; an error tells what the product said. */
export async function makeEach<T>(
  items: Iterable<T>,
  atOnce: number,
  product: Running,
  make: (item: T) => Promise<unknown>,
): Promise<void> {
  await forEach(items, atOnce, make).catch((cause) => {
    throw new Error(`An episode was not made; the product said:\n${product.output()}`, { cause });
  });
}

/** `firstPart` is seconds, or why there is none. */
export function firstPartFigure(name: string, firstPart: number | string, atMost: number): Figure {
  return typeof firstPart === 'number'
    ? { name, value: firstPart, unit: 's', goal: { atMost } }
    : { name, value: null, unit: 's', goal: { atMost }, note: firstPart };
}

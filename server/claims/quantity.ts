import type { Amount } from './amounts.ts';
import type { Bound } from './bounds.ts';

/** A number of a text with its unit, from one token up to (and without) another. */
export interface Quantity extends Amount {
  unit?: string;
  from: number;
  bound: Bound;
  /** The two numbers that it may be as well, one behind the other. */
  apart?: [Quantity, Quantity][];
}

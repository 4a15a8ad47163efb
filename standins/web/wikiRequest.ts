import type { Request } from 'express';

/** Answered with status 200, and the API's error code in a header. */
export class WikiRefusal extends Error {
  readonly code: string;
  /** For example host and lag. */
  readonly more: object;
  constructor(code: string, info: string, more: object = {}) {
    super(info);
    this.code = code;
    this.more = more;
  }
}

const KNOWN = new Set(
  `action format formatversion utf8 origin errorformat maxlag smaxage maxage list prop meta generator
  titles pageids redirects continue converttitles srsearch srlimit sroffset srprop srnamespace srinfo
  srwhat srsort gsrsearch gsrlimit gsroffset gsrnamespace exintro explaintext exsentences exchars
  exlimit excontinue exsectionformat inprop rvprop rvslots rvlimit siprop curtimestamp`.split(
    /\s+/,
  ),
);
/** Values of one parameter, for a client that is no bot. */
const MOST_VALUES = 50;

export type WikiRequest = ReturnType<typeof readWikiRequest>;

/** Unknown parameters earn a warning. */
export function readWikiRequest(req: Request) {
  const fields = Object.entries({ ...req.query, ...req.body }).map(([name, value]) => [
    name,
    String(value),
  ]);
  const given: Record<string, string> = Object.fromEntries(fields);
  const warnings: Record<string, string> = {};
  const warn = (module: string, text: string) => {
    warnings[module] = [warnings[module], text].filter(Boolean).join('\n');
  };
  const unknown = Object.keys(given).filter((name) => !KNOWN.has(name));
  if (unknown.length) {
    const word = unknown.length > 1 ? 'parameters' : 'parameter';
    warn('main', `Unrecognized ${word}: ${unknown.join(', ')}.`);
  }
  return {
    warnings,
    warn,
    has: (name: string) => name in given,
    text: (name: string) => given[name],
    /** Values that are not `allowed` earn a warning. */
    list(name: string, allowed?: string[], fallback = ''): string[] {
      const values = (given[name] ?? fallback).split('|').filter(Boolean);
      if (values.length > MOST_VALUES) {
        const info = `Too many values supplied for parameter "${name}". The limit is ${MOST_VALUES}.`;
        throw new WikiRefusal('toomanyvalues', info);
      }
      const foreign = values.filter((value) => allowed && !allowed.includes(value));
      if (foreign.length) {
        const word = foreign.length > 1 ? 'values' : 'value';
        warn('main', `Unrecognized ${word} for parameter "${name}": ${foreign.join(', ')}`);
      }
      return values.filter((value) => !foreign.includes(value));
    },
    /** `max` counts as the largest. */
    number(name: string, [least, most]: [number, number]): number | null {
      const value = given[name];
      if (value === undefined) return null;
      if (value === 'max') return most;
      if (!/^-?\d+$/.test(value)) {
        const info = `Invalid value "${value}" for integer parameter "${name}".`;
        throw new WikiRefusal('badinteger', info);
      }
      if (Number(value) >= least && Number(value) <= most) return Number(value);
      const info = `The value "${value}" for parameter "${name}" must be between ${least} and ${most}.`;
      throw new WikiRefusal('outofrange', info);
    },
  };
}

import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { BOUNDS, type Bound } from './bounds.ts';

const page = path.resolve(import.meta.dirname, '../../../docs/security.md');
const TOO_MANY = 'Too many attempts. Please wait a little and try again.';

it.each(Object.entries<Bound>(BOUNDS))(
  'the bound %s stands in the table of security.md',
  (name, bound) => {
    const { seconds, account, accounts, network, everybody, refusal } = bound;
    const time = seconds >= 60 ? `${seconds / 60} min` : `${seconds} s`;
    const most = [account, accounts, network, everybody].map((points) => points ?? '');
    const row = ['', `\`${name}\``, time, ...most, refusal?.[1] ?? TOO_MANY, ''].join(' | ').trim();
    expect(readFileSync(page, 'utf8')).toContain(row.replaceAll('  ', ' '));
  },
);

it('no share of what is bounded for everybody comes near the whole', () => {
  for (const { account, accounts, network, everybody } of Object.values<Bound>(BOUNDS)) {
    if (everybody === undefined) continue;
    expect(Math.max(account ?? 0, accounts ?? 0, network ?? 0)).toBeLessThanOrEqual(
      (everybody * 2) / 3,
    );
  }
});

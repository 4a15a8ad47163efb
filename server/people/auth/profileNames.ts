import { randomInt } from 'node:crypto';
import { NAME_MAX } from '#shared/account.ts';
import { storable } from '#shared/storable.ts';

/** The part before the @; from the second attempt on with a random ending. */
export function usernameFor(email: string, attempt: number): string {
  const base = (email.split('@')[0] ?? '').toLowerCase().replace(/[^a-z0-9._-]/g, '') || 'listener';
  return attempt === 0
    ? base
    : `${base}-${randomInt(36 ** 6)
        .toString(36)
        .padStart(6, '0')}`;
}

/** `Mira von Hagen` becomes Mira and von Hagen: a guess that the person can correct. */
export function namesOf(full: string): { firstName: string | null; lastName: string | null } {
  const [first = '', ...rest] = storable(full).trim().split(/\s+/);
  return { firstName: cut(first), lastName: cut(rest.join(' ')) };
}

/** Null if our pages may not show the picture. */
export function pictureOf(url: string | null): string | null {
  return url && url.length <= 2048 && URL.parse(url)?.protocol === 'https:' ? url : null;
}

function cut(name: string): string | null {
  return [...name].slice(0, NAME_MAX).join('') || null;
}

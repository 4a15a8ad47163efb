import { expect, test } from 'vitest';
import { safeNext } from '../session.ts';

test.each(['/dashboard', '/checkout?order=abc', '/create?topic=Why%20does%20it%20rain%3F#form'])(
  'sign-in may return to %s',
  (path) => {
    const asked = new URLSearchParams(`next=${encodeURIComponent(path)}`).get('next');
    expect(safeNext(asked)).toBe(path);
  },
);

test.each([
  null,
  '',
  'dashboard',
  'https://evil.example/',
  '//evil.example/',
  '/\\evil.example/',
  '/\t/evil.example/',
  'javascript:alert(1)',
  '/auth?next=/auth',
  '/api/logout',
  '/x/../api/logout',
  '//',
])('sign-in refuses to return to %j', (raw) => {
  expect(safeNext(raw)).toBeNull();
});

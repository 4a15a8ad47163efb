import { describe, expect, it } from 'vitest';
import { ProviderFailure, retryAfterOf, watchCall } from './provider.ts';

describe('Retry-After', () => {
  it.each([
    ['whole seconds', '2', 2000],
    ['a fraction of a second', '0.5', 500],
    ['zero', '0', undefined],
    ['a date in the past', 'Wed, 21 Oct 2015 07:28:00 GMT', undefined],
    ['neither a number nor a date', 'soon', undefined],
  ])('a Retry-After header with %s is read correctly', (_what, given, milliseconds) => {
    expect(retryAfterOf(new Headers({ 'retry-after': given }))).toBe(milliseconds);
  });

  it('a Retry-After header with a future date is read as the time until then', () => {
    const given = new Date(Date.now() + 90_000).toUTCString();
    const wait = retryAfterOf(new Headers({ 'retry-after': given })) ?? 0;
    expect(Math.round(wait / 10_000)).toBe(9);
  });
});

it('a provider that asks for a day is waited for ten minutes', () => {
  const asked = (retryAfter?: number) =>
    new ProviderFailure('Somebody', 'busy', '503', { retryAfter }).retryAfter;
  expect([asked(86_400_000), asked(2_000), asked()]).toEqual([600_000, 2_000, undefined]);
});

describe('watched call', () => {
  const never = 600_000;
  const aborted = (signal: AbortSignal) =>
    new Promise<unknown>((resolve) => {
      signal.addEventListener('abort', () => resolve(signal.reason), { once: true });
    });

  it.each([
    ['never ends', { total: 5, idle: never }, 'no end in time'],
    ['goes silent', { total: never, idle: 5 }, 'no sign of life in time'],
  ])('a provider call that %s is aborted as busy', async (_what, deadlines, message) => {
    const call = watchCall('Somebody', new AbortController().signal, deadlines);
    const failure = { provider: 'Somebody', trouble: 'busy', message: `Somebody: ${message}` };
    expect(await aborted(call.signal)).toMatchObject(failure);
    call.end();
  });

  it('a provider call is aborted with its caller, for the same reason', () => {
    const caller = new AbortController();
    const deadlines = { total: never, idle: never };
    const call = watchCall('Somebody', caller.signal, deadlines);
    caller.abort('left');
    expect(call.signal.reason).toBe('left');
    call.end();
    const late = watchCall('Somebody', caller.signal, deadlines);
    expect(late.signal.reason).toBe('left');
    late.end();
  });
});

import { describe, expect, it } from 'vitest';
import { retryAfterOf, watchCall } from './provider.ts';

describe('what a provider asks us to wait', () => {
  it.each([
    ['seconds', '2', 2000],
    ['parts of a second', '0.5', 500],
    ['nothing', '0', undefined],
    ['a time that is over', 'Wed, 21 Oct 2015 07:28:00 GMT', undefined],
    ['no time at all', 'soon', undefined],
  ])('may be %s', (_what, given, milliseconds) => {
    expect(retryAfterOf(new Headers({ 'retry-after': given }))).toBe(milliseconds);
  });

  it('may be a date', () => {
    const given = new Date(Date.now() + 90_000).toUTCString();
    const wait = retryAfterOf(new Headers({ 'retry-after': given })) ?? 0;
    expect(Math.round(wait / 10_000)).toBe(9);
  });
});

describe('a watched call', () => {
  const never = 600_000;
  const aborted = (signal: AbortSignal) =>
    new Promise<unknown>((resolve) => {
      signal.addEventListener('abort', () => resolve(signal.reason), { once: true });
    });

  it.each([
    ['does not end', { total: 5, idle: never }, 'no end in time'],
    ['falls silent', { total: never, idle: 5 }, 'no sign of life in time'],
  ])('that %s is given up as busy', async (_what, deadlines, message) => {
    const call = watchCall('Somebody', new AbortController().signal, deadlines);
    const failure = { provider: 'Somebody', trouble: 'busy', message: `Somebody: ${message}` };
    expect(await aborted(call.signal)).toMatchObject(failure);
    call.end();
  });

  it('ends with its caller, and for the same reason', () => {
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

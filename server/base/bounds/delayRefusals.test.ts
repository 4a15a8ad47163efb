import type { Request, Response } from 'express';
import { afterEach, expect, it, vi } from 'vitest';
import { Problem } from '#shared/problem.ts';
import { delayRefusals } from './requestLimits.ts';

afterEach(() => void vi.useRealTimers());

it('who comes too often waits for the answer, and nobody else does', () => {
  vi.useFakeTimers();
  const received: unknown[] = [];
  const pass = (error: unknown) =>
    delayRefusals(1000)(
      error,
      {} as Request,
      {} as Response,
      (passed) => void received.push(passed),
    );
  const [often, wrong] = [new Problem('too_many', 'Wait'), new Problem('bad_credentials', 'No')];
  pass(often);
  pass(wrong);
  expect(received).toEqual([wrong]);
  vi.advanceTimersByTime(499);
  expect(received).toEqual([wrong]);
  vi.advanceTimersByTime(1001);
  expect(received).toEqual([wrong, often]);
});

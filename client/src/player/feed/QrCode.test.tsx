import { render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { QrCode } from './FeedSheet.tsx';

test('a QR code has its three finder patterns, and empty space around it', () => {
  render(<QrCode text="https://duologue.example/dashboard?panel=feed" label="Scan it" />);
  const code = screen.getByRole('img', { name: 'Scan it' });
  const [, , size = 0] = code.getAttribute('viewBox')?.split(' ').map(Number) ?? [];
  const path = code.querySelector('path')?.getAttribute('d') ?? '';
  const dark = new Set(Array.from(path.matchAll(/M(\d+) (\d+)h/g), ([, x, y]) => `${x} ${y}`));
  /** The ring around a finder pattern, whose corner is at `x` and `y`. */
  const isFinder = (x: number, y: number) =>
    [0, 1, 2, 3, 4, 5, 6].every(
      (at) =>
        dark.has(`${x + at} ${y}`) && dark.has(`${x} ${y + at}`) && dark.has(`${x + 6} ${y + at}`),
    ) && !dark.has(`${x + 1} ${y + 1}`);
  const far = size - 4 - 7;
  expect([isFinder(4, 4), isFinder(far, 4), isFinder(4, far), isFinder(far, far)]).toEqual([
    true,
    true,
    true,
    false,
  ]);
  for (const place of dark) {
    const [x = 0, y = 0] = place.split(' ').map(Number);
    expect(Math.min(x, y)).toBeGreaterThanOrEqual(4);
    expect(Math.max(x, y)).toBeLessThan(size - 4);
  }
});

import { act, render } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { WAVE_SLOTS } from '#shared/wave.ts';
import { Wave } from './Wave.tsx';

/** jsdom has no layout: every element has this size, and each observer is told when it changes. */
const page = { width: 390, height: 72, observers: new Set<() => void>() };

beforeEach(() => {
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockImplementation(() => page.width);
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockImplementation(() => page.height);
  vi.stubGlobal(
    'ResizeObserver',
    class {
      report: () => void;
      constructor(report: () => void) {
        this.report = report;
      }
      observe() {
        page.observers.add(this.report);
      }
      disconnect() {
        page.observers.delete(this.report);
      }
    },
  );
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  page.width = 390;
});

const slots = (share: number) => Array<number>(WAVE_SLOTS).fill(share);
const wave = { a: slots(0.6), b: slots(0.4), chapters: [0.25, 0.5] };

/** The turns that are drawn. */
const turnsIn = (container: HTMLElement) =>
  [...container.querySelectorAll('g > path')]
    .slice(0, 2)
    .flatMap((path) => (path.getAttribute('d') ?? '').split('Z').filter(Boolean)).length;

const resizeTo = (width: number) =>
  act(() => {
    page.width = width;
    for (const report of page.observers) report();
  });

test('a wave has more turns where it is wider, also when the window becomes so', () => {
  const { container } = render(<Wave wave={wave} seed="a" />);
  const onPhone = turnsIn(container);
  expect(onPhone).toBeGreaterThan(5);
  resizeTo(1280);
  expect(turnsIn(container)).toBeGreaterThan(2.5 * onPhone);
  resizeTo(390);
  expect(turnsIn(container)).toBe(onPhone);
});

test('playing on moves the place and draws nothing anew', () => {
  const { container, rerender } = render(<Wave wave={wave} seed="a" played={0.2} head="ink" />);
  const [drawn] = container.querySelectorAll('g > path');
  const before = drawn?.getAttribute('d');
  rerender(<Wave wave={wave} seed="a" played={0.4} head="ink" />);
  expect(container.querySelector('g > path')).toBe(drawn);
  expect(drawn?.getAttribute('d')).toBe(before);
  expect(container.querySelector('clipPath rect')).toHaveAttribute('width', '40%');
});

test('chapters are marked only where they are asked for', () => {
  const marks = (container: HTMLElement) =>
    [...container.querySelectorAll('span')].map(({ style }) => style.left);
  expect(marks(render(<Wave wave={wave} seed="a" />).container)).toEqual([]);
  expect(marks(render(<Wave wave={wave} seed="a" chapters />).container)).toEqual(['25%', '50%']);
  expect(marks(render(<Wave wave={null} seed="a" chapters />).container)).toEqual([]);
});

test('an episode without a wave is imagined from its seed', () => {
  const drawn = (seed: string) =>
    render(<Wave wave={null} seed={seed} />)
      .container.querySelector('g > path')
      ?.getAttribute('d');
  expect(drawn('one')).toBe(drawn('one'));
  expect(drawn('one')).not.toBe(drawn('two'));
  expect(drawn('one')).toBeTruthy();
});

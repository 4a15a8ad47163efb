import { beforeEach, expect, test } from 'vitest';
import { positionAt } from './positionAt.ts';

const popover = document.createElement('div');
const opener = document.createElement('button');
const at = (name: string) => popover.style.getPropertyValue(`--at-${name}`);
const stands = (left: number, top: number, width = 60) => {
  opener.getBoundingClientRect = () => new DOMRect(left, top, width, 44);
};

beforeEach(() => {
  const page = document.documentElement;
  Object.defineProperty(page, 'clientWidth', { configurable: true, value: 1280 });
  Object.defineProperty(page, 'clientHeight', { configurable: true, value: 800 });
  Object.defineProperty(popover, 'offsetWidth', { configurable: true, value: 360 });
});

test('a popover stands over a control at the foot of the screen, in its middle', () => {
  stands(600, 740);
  positionAt(popover, opener);
  expect(popover).toHaveAttribute('data-placed');
  expect([at('left'), at('top'), at('bottom')]).toEqual(['450px', 'auto', '70px']);
  expect(at('room')).toBe('714px');
});

test('it stands under a control near the top, and never beyond the edge of the screen', () => {
  stands(1200, 100);
  positionAt(popover, opener);
  expect([at('left'), at('top'), at('bottom')]).toEqual(['904px', '154px', 'auto']);
  stands(4, 100);
  positionAt(popover, opener);
  expect(at('left')).toBe('16px');
});

test('without a control that can be seen it is a dialog in the middle', () => {
  stands(600, 740);
  positionAt(popover, opener);
  stands(0, 0, 0);
  positionAt(popover, opener);
  expect(popover).not.toHaveAttribute('data-placed');
  positionAt(popover, null);
  expect(popover).not.toHaveAttribute('data-placed');
});

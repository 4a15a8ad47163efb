import { beforeEach, expect, test } from 'vitest';
import { positionAt } from './Sheet.tsx';

const popover = document.createElement('div');
const opener = document.createElement('button');
const at = (name: string) => popover.style.getPropertyValue(`--at-${name}`);
const stands = (left: number, top: number, width = 60) => {
  opener.getBoundingClientRect = () => new DOMRect(left, top, width, 44);
};

const isHigh = (height: number) =>
  Object.defineProperty(popover, 'offsetHeight', { configurable: true, value: height });

beforeEach(() => {
  const page = document.documentElement;
  Object.defineProperty(page, 'clientWidth', { configurable: true, value: 1280 });
  Object.defineProperty(page, 'clientHeight', { configurable: true, value: 800 });
  Object.defineProperty(popover, 'offsetWidth', { configurable: true, value: 360 });
  isHigh(300);
});

test('a popover stands under its control where it fits, and ends or begins with it', () => {
  stands(1132, 420);
  positionAt(popover, opener);
  expect(popover).toHaveAttribute('data-placed');
  expect([at('left'), at('top'), at('bottom')]).toEqual(['832px', '474px', 'auto']);
  expect(at('room')).toBe('310px');
  stands(88, 100);
  positionAt(popover, opener);
  expect([at('left'), at('top')]).toEqual(['88px', '154px']);
});

test('it stands over a control at the foot of the screen, and never beyond an edge', () => {
  stands(1270, 740);
  positionAt(popover, opener);
  expect([at('left'), at('top'), at('bottom')]).toEqual(['904px', 'auto', '70px']);
  expect(at('room')).toBe('714px');
  stands(4, 740);
  positionAt(popover, opener);
  expect(at('left')).toBe('16px');
});

test('one that fits nowhere stands where there is more room', () => {
  isHigh(900);
  stands(600, 300);
  positionAt(popover, opener);
  expect([at('top'), at('room')]).toEqual(['354px', '430px']);
  stands(600, 500);
  positionAt(popover, opener);
  expect([at('bottom'), at('room')]).toEqual(['310px', '474px']);
});

test('it covers nothing of the bar that its control stands in', () => {
  const bar = document.createElement('section');
  bar.style.position = 'fixed';
  bar.getBoundingClientRect = () => new DOMRect(0, 700, 1280, 100);
  bar.append(opener);
  document.body.append(bar);
  stands(1132, 740);
  positionAt(popover, opener);
  expect(at('bottom')).toBe('110px');
  bar.remove();
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

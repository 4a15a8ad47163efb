import { fireEvent, render, screen } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { PositionSlider } from './PositionSlider.tsx';
import type { Player, Playing } from './player.ts';

const playing: Playing = {
  phase: 'paused',
  time: 60,
  duration: 600,
  rate: 1,
  ended: false,
  jumps: 0,
  hasCaughtUp: false,
};
const sought: number[] = [];
const player = {
  get: () => playing,
  subscribe: () => () => undefined,
  seek: (to: number) => sought.push(to),
} as unknown as Player;

beforeEach(() => {
  sought.length = 0;
});

function show() {
  render(
    <PositionSlider
      player={player}
      label="Place"
      wave={null}
      seed="p1"
      height={72}
      chapters={[
        { startTime: 0, title: 'The glow' },
        { startTime: 300, title: 'The burglar alarm' },
      ]}
    >
      {(now) => <p data-testid="now">{now}</p>}
    </PositionSlider>,
  );
  const slider = screen.getByRole('slider', { name: 'Place' });
  slider.getBoundingClientRect = () => new DOMRect(0, 0, 400, 72);
  return slider;
}

test('the mouse over the wave shows the time and the chapter there, and moves nothing', () => {
  const slider = show();
  fireEvent.pointerMove(slider, { clientX: 300, pointerType: 'mouse' });
  expect(slider).toHaveTextContent('7:30The burglar alarm');
  expect(screen.getByTestId('now')).toHaveTextContent('60');
  fireEvent.pointerLeave(slider);
  expect(slider).toHaveTextContent('');
  expect(sought).toEqual([]);
});

test('a drag shows where it is, and seeks when it ends', () => {
  const slider = show();
  fireEvent.pointerDown(slider, { clientX: 100, pointerType: 'touch' });
  expect(slider).toHaveTextContent('2:30The glow');
  fireEvent.pointerMove(slider, { clientX: 250, pointerType: 'touch' });
  expect(slider).toHaveTextContent('6:15The burglar alarm');
  expect(sought).toEqual([]);
  fireEvent.pointerUp(slider, { clientX: 250, pointerType: 'touch' });
  expect(sought).toEqual([375]);
  expect(slider).toHaveTextContent('');
});

test('a finger that only moves over the wave shows nothing', () => {
  const slider = show();
  fireEvent.pointerMove(slider, { clientX: 300, pointerType: 'touch' });
  expect(slider).toHaveTextContent('');
});

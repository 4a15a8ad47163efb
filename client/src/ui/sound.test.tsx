import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { PlayKey } from './PlayKey.tsx';
import { useSound } from './sound.ts';

/** jsdom has no loudspeaker: this one plays and pauses at once and lists what it was given. */
const played: HTMLAudioElement[] = [];
let refuse = false;
const own = { play: HTMLMediaElement.prototype.play, pause: HTMLMediaElement.prototype.pause };

beforeEach(() => {
  played.length = 0;
  refuse = false;
  const running = new WeakSet<HTMLMediaElement>();
  HTMLMediaElement.prototype.play = async function (this: HTMLAudioElement) {
    if (refuse) throw new DOMException('no source', 'NotSupportedError');
    if (!played.includes(this)) played.push(this);
    running.add(this);
    Object.defineProperty(this, 'paused', { value: false, configurable: true });
    this.dispatchEvent(new Event('playing'));
  };
  HTMLMediaElement.prototype.pause = function (this: HTMLAudioElement) {
    Object.defineProperty(this, 'paused', { value: true, configurable: true });
    if (running.delete(this)) this.dispatchEvent(new Event('pause'));
  };
});
afterEach(() => {
  cleanup();
  Object.assign(HTMLMediaElement.prototype, own);
});

function Deck() {
  const sound = useSound();
  return ['one', 'two'].map((name) => (
    <PlayKey
      key={name}
      name={name}
      state={sound.src === name ? sound.state : 'idle'}
      onToggle={() => sound.toggle(name)}
    />
  ));
}

const press = async (name: string) => {
  await act(async () => fireEvent.click(screen.getByRole('button', { name })));
};

test('a key plays, pauses and goes on with its own sound', async () => {
  render(<Deck />);
  await press('Play one');
  expect(screen.getByRole('button', { name: 'Pause one' })).toBeTruthy();
  await press('Pause one');
  await press('Play one');
  expect(played).toHaveLength(1);
  expect(screen.getByRole('button', { name: 'Pause one' })).toBeTruthy();
});

test('a second sound stops the first: one loudspeaker for the page', async () => {
  render(<Deck />);
  await press('Play one');
  await press('Play two');
  expect(played.map((audio) => audio.paused)).toEqual([true, false]);
  expect(screen.getByRole('button', { name: 'Play one' })).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Pause two' })).toBeTruthy();
});

test('a sound that cannot be played leaves a key that tries again', async () => {
  refuse = true;
  render(<Deck />);
  await press('Play one');
  expect(screen.getByRole('button', { name: 'Play one' })).toBeTruthy();
  refuse = false;
  await press('Play one');
  expect(screen.getByRole('button', { name: 'Pause one' })).toBeTruthy();
});

test('leaving the page silences it', async () => {
  const { unmount } = render(<Deck />);
  await press('Play one');
  unmount();
  expect(played[0]?.paused).toBe(true);
});

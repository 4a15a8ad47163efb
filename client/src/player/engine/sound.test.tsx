import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { PlayButton } from './PlayButton.tsx';
import { useSound } from './sound.ts';

/** jsdom plays no audio; these elements play and pause at once and are recorded. */
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
    <PlayButton
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

test('a play button plays, pauses and resumes its own sound', async () => {
  render(<Deck />);
  await press('Play one');
  expect(screen.getByRole('button', { name: 'Pause one' })).toBeInTheDocument();
  await press('Pause one');
  await press('Play one');
  expect(played).toHaveLength(1);
  expect(screen.getByRole('button', { name: 'Pause one' })).toBeInTheDocument();
});

test('starting a second sound pauses the first', async () => {
  render(<Deck />);
  await press('Play one');
  await press('Play two');
  expect(played.map((audio) => audio.paused)).toEqual([true, false]);
  expect(screen.getByRole('button', { name: 'Play one' })).toBeInTheDocument();
  expect(screen.getByRole('button', { name: 'Pause two' })).toBeInTheDocument();
});

test('a sound that cannot be played is tried again at the next press', async () => {
  refuse = true;
  render(<Deck />);
  await press('Play one');
  expect(screen.getByRole('button', { name: 'Play one' })).toBeInTheDocument();
  refuse = false;
  await press('Play one');
  expect(screen.getByRole('button', { name: 'Pause one' })).toBeInTheDocument();
});

/** Slow loading: play() stays pending, and a pause aborts it as in a browser. */
function letThemLoad() {
  const promises = new Map<string, PromiseWithResolvers<void>>();
  const srcOf = (audio: HTMLAudioElement) => audio.getAttribute('src') ?? '';
  HTMLMediaElement.prototype.play = function (this: HTMLAudioElement) {
    Object.defineProperty(this, 'paused', { value: false, configurable: true });
    this.dispatchEvent(new Event('play'));
    const promised = Promise.withResolvers<void>();
    promises.set(srcOf(this), promised);
    return promised.promise;
  };
  HTMLMediaElement.prototype.pause = function (this: HTMLAudioElement) {
    Object.defineProperty(this, 'paused', { value: true, configurable: true });
    this.dispatchEvent(new Event('pause'));
    promises.get(srcOf(this))?.reject(new DOMException('', 'AbortError'));
  };
  return {
    arrive: (name: string) => act(async () => promises.get(name)?.resolve()),
    refuse: (name: string, why: string) =>
      act(async () => promises.get(name)?.reject(new DOMException('', why))),
  };
}

/** Shows the state of a sound, and a button for each of two. */
function State() {
  const sound = useSound();
  return (
    <>
      <output>{sound.state}</output>
      {['one', 'two'].map((name) => (
        <button key={name} type="button" onClick={() => sound.toggle(name)}>
          {name}
        </button>
      ))}
    </>
  );
}
const state = () => screen.getByRole('status').textContent;

test('a sound paused while loading is paused, not failed, and loads on when pressed again', async () => {
  letThemLoad();
  render(<State />);
  await press('one');
  expect(state()).toBe('loading');
  await press('one');
  expect(state()).toBe('paused');
  await press('one');
  expect(state()).toBe('loading');
});

test('a late failure of the previous sound does not affect the current one', async () => {
  const { arrive, refuse } = letThemLoad();
  render(<State />);
  await press('one');
  await arrive('one');
  await press('one');
  await press('one');
  HTMLMediaElement.prototype.pause = () => undefined;
  await press('two');
  await refuse('one', 'NotSupportedError');
  expect(state()).toBe('loading');
});

test('a browser that blocks autoplay leaves the sound paused', async () => {
  const { refuse } = letThemLoad();
  render(<State />);
  await press('one');
  await refuse('one', 'NotAllowedError');
  expect(state()).toBe('paused');
});

test('a sound whose link expired during a pause resumes at the same second, and fails if it breaks off again', async () => {
  render(<Deck />);
  await press('Play one');
  const [first] = played;
  if (!first) throw new Error('nothing was played');
  first.currentTime = 42;
  await act(async () => void first.dispatchEvent(new Event('timeupdate')));
  await press('Pause one');
  await press('Play one');
  await act(async () => void first.dispatchEvent(new Event('error')));
  const [, second] = played;
  if (!second) throw new Error('it was not loaded again');
  await act(async () => void second.dispatchEvent(new Event('loadedmetadata')));
  expect(second.currentTime).toBe(42);
  expect(screen.getByRole('button', { name: 'Pause one' })).toBeInTheDocument();
  await act(async () => void second.dispatchEvent(new Event('error')));
  expect(played).toHaveLength(2);
  await press('Play one');
  await act(async () => void played[2]?.dispatchEvent(new Event('loadedmetadata')));
  expect(played[2]?.currentTime).toBe(42);
});

test('leaving the page pauses its sound', async () => {
  const { unmount } = render(<Deck />);
  await press('Play one');
  unmount();
  expect(played[0]?.paused).toBe(true);
});

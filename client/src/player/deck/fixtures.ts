import { act } from '@testing-library/react';
import type { Playable } from './playable.ts';

type Clock = { paused: boolean; time: number; duration: number; ended: boolean };

const clocks = new WeakMap<HTMLMediaElement, Clock>();
const clockOf = (element: HTMLMediaElement): Clock => {
  const known = clocks.get(element) ?? {
    paused: true,
    time: 0,
    duration: Number.NaN,
    ended: false,
  };
  clocks.set(element, known);
  return known;
};

/** The properties of an audio element that jsdom lacks: each has a clock, which the test moves. */
const playing: PropertyDescriptorMap & ThisType<HTMLMediaElement> = {
  paused: { configurable: true, get: shown(({ paused }) => paused) },
  ended: { configurable: true, get: shown(({ ended }) => ended) },
  duration: { configurable: true, get: shown(({ duration }) => duration) },
  readyState: { configurable: true, get: shown(({ duration }) => (duration > 0 ? 4 : 0)) },
  currentTime: {
    configurable: true,
    get: shown(({ time }) => time),
    set(time: number) {
      Object.assign(clockOf(this), { time, ended: false });
    },
  },
  load: { configurable: true, value: () => undefined },
  play: {
    configurable: true,
    async value() {
      Object.assign(clockOf(this), { paused: false, ended: false });
      this.dispatchEvent(new Event('play'));
    },
  },
  pause: {
    configurable: true,
    value() {
      if (clockOf(this).paused) return;
      clockOf(this).paused = true;
      this.dispatchEvent(new Event('pause'));
    },
  },
};

function shown<T>(pick: (clock: Clock) => T) {
  return function (this: HTMLMediaElement) {
    return pick(clockOf(this));
  };
}

/** Installs audio elements that play, and returns their removal. */
export function installAudio(): () => void {
  const media = HTMLMediaElement.prototype;
  const original = Object.getOwnPropertyDescriptors(media);
  Object.defineProperties(media, playing);
  return () => void Object.defineProperties(media, original);
}

/** The audio element of a file, such as `/media/tok/episode.mp3`. */
export function audioOf(path: string): HTMLAudioElement {
  const found = [...document.querySelectorAll('audio')].find(({ src }) => src.endsWith(path));
  if (!found) throw new Error(`there is no sound of ${path} on the page`);
  return found;
}

const fire = (element: HTMLMediaElement, name: string) =>
  act(() => void element.dispatchEvent(new Event(name)));

export function loadSound(path: string, duration = 600): void {
  clockOf(audioOf(path)).duration = duration;
  fire(audioOf(path), 'loadedmetadata');
}
export function playTo(path: string, time: number): void {
  clockOf(audioOf(path)).time = time;
  fire(audioOf(path), 'timeupdate');
}
export function playToEnd(path: string): void {
  const clock = clockOf(audioOf(path));
  Object.assign(clock, { time: clock.duration, ended: true, paused: true });
  fire(audioOf(path), 'pause');
  fire(audioOf(path), 'ended');
}

/** A finished episode of ten minutes that somebody else shared. */
export const aPlayable = (own: Partial<Playable> = {}): Playable => ({
  token: 'tok',
  publicId: null,
  title: 'Why the sea glows at night',
  voice1Name: 'Brian',
  voice2Name: 'Lily',
  coverUrl: null,
  audioUrl: `/media/${own.token ?? 'tok'}/episode.mp3`,
  partsUrl: null,
  chaptersUrl: null,
  duration: 600,
  position: null,
  isPlayed: false,
  wave: null,
  ...own,
});

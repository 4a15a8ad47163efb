import { expect, test } from 'vitest';
import { createPlayer, type Sound } from '../player/engine/player.ts';
import { playerShortcuts, shouldIgnoreKey } from './keyboardShortcuts.ts';

/** A loaded ten-minute audio element. */
class LoadedSound extends EventTarget implements Sound {
  currentTime = 0;
  playbackRate = 1;
  readonly duration = 600;
  paused = true;
  readonly ended = false;
  readonly readyState = 4;
  readonly error = null;
  async play() {
    this.paused = false;
  }
  pause() {
    this.paused = true;
  }
  load() {}
}

test('keyboard shortcuts play, pause, skip and step', () => {
  const sound = new LoadedSound();
  const player = createPlayer(sound, { time: 0, rate: 1, duration: 600 });
  // A real audio element reports its new time itself.
  const handleKey = (key: string) => {
    playerShortcuts(player)[key.toLowerCase()]?.();
    sound.dispatchEvent(new Event('timeupdate'));
  };
  handleKey('l');
  expect(sound.currentTime).toBe(15);
  handleKey('ArrowRight');
  expect(sound.currentTime).toBe(20);
  handleKey('ArrowLeft');
  handleKey('J');
  expect(sound.currentTime).toBe(0);
  handleKey(' ');
  expect(sound.paused).toBe(false);
  handleKey('k');
  expect(sound.paused).toBe(true);
  expect(playerShortcuts(player).q).toBeUndefined();
});

test('keyboard shortcuts ignore keys meant for a field, a dialog, a slider or the browser', () => {
  document.body.innerHTML =
    '<input id="field"><div role="dialog"><button id="inside"></button></div>' +
    '<div role="slider" id="slider"></div><button id="button"></button><p id="text"></p>';
  const taken = (id: string, key: string, more: KeyboardEventInit = {}) => {
    let answer = false;
    const record = (event: KeyboardEvent) => {
      answer = shouldIgnoreKey(event);
    };
    addEventListener('keydown', record, { once: true });
    document
      .getElementById(id)
      ?.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, ...more }));
    return answer;
  };
  expect(taken('field', 'k')).toBe(true);
  expect(taken('inside', 'k')).toBe(true);
  expect(taken('slider', 'ArrowLeft')).toBe(true);
  expect(taken('slider', 'k')).toBe(false);
  expect(taken('button', ' ')).toBe(true);
  expect(taken('button', 'l')).toBe(false);
  expect(taken('text', ' ')).toBe(false);
  expect(taken('text', 'l', { ctrlKey: true })).toBe(true);
});

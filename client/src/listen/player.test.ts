import { expect, test } from 'vitest';
import { commandOf, isTaken } from './keys.ts';
import { keepPlace, keepSpeed, recallPlace, recallSpeed, startFrom } from './memory.ts';
import { createPlayer, type Sound } from './player.ts';

/** An audio element without a loudspeaker: the test moves its clock. */
class SilentSound extends EventTarget implements Sound {
  currentTime = 0;
  playbackRate = 1;
  duration = Number.NaN;
  paused = true;
  ended = false;
  readyState = 0;
  error: unknown = null;
  loads = 0;
  refusal: Error | null = null;

  fire(name: string) {
    this.dispatchEvent(new Event(name));
  }
  arrive(duration: number) {
    this.duration = duration;
    this.readyState = 4;
    this.fire('loadedmetadata');
  }
  async play() {
    if (this.refusal) throw this.refusal;
    this.paused = false;
    this.fire('play');
  }
  pause() {
    this.paused = true;
    this.fire('pause');
  }
  load() {
    this.loads++;
    this.error = null;
    this.readyState = 0;
    this.currentTime = 0;
    this.playbackRate = 1;
  }
}

function start(at = 0, rate = 1) {
  const sound = new SilentSound();
  const player = createPlayer(sound, { time: at, rate, duration: 600 });
  return { sound, player };
}

test('the remembered second is kept until the sound has arrived, then gone to', () => {
  const { sound, player } = start(42, 1.25);
  expect(player.get()).toMatchObject({ time: 42, duration: 600, rate: 1.25, phase: 'paused' });
  expect(sound.currentTime).toBe(0);
  sound.arrive(598);
  expect(sound.currentTime).toBe(42);
  expect(player.get()).toMatchObject({ time: 42, duration: 598 });
});

test('it plays, waits for sound that has not arrived, and pauses', () => {
  const { sound, player } = start();
  player.toggle();
  expect(player.get().phase).toBe('waiting');
  sound.arrive(600);
  sound.fire('playing');
  expect(player.get().phase).toBe('playing');
  player.toggle();
  expect(player.get().phase).toBe('paused');
});

test('skips stay inside the episode', () => {
  const { sound, player } = start();
  sound.arrive(600);
  player.skip(-15);
  expect(sound.currentTime).toBe(0);
  player.seek(595);
  player.skip(15);
  expect(sound.currentTime).toBe(600);
});

test('playing an episode that has ended begins again', () => {
  const { sound, player } = start();
  sound.arrive(600);
  sound.currentTime = 600;
  sound.ended = true;
  sound.fire('ended');
  player.play();
  expect(sound.currentTime).toBe(0);
});

test('a lost connection is shown, and a retry goes on from the same second at the same speed', () => {
  const { sound, player } = start(0, 1.5);
  sound.arrive(600);
  sound.currentTime = 300;
  sound.fire('timeupdate');
  sound.error = new Error('network');
  sound.fire('error');
  expect(player.get().phase).toBe('failed');
  player.retry();
  expect(sound.loads).toBe(1);
  sound.arrive(600);
  expect(player.get()).toMatchObject({ phase: 'playing', time: 300, rate: 1.5 });
});

test('a browser that wants a tap first leaves the player paused, not broken', async () => {
  const { sound, player } = start();
  sound.refusal = new DOMException('tap first', 'NotAllowedError');
  player.play();
  await Promise.resolve();
  expect(player.get().phase).toBe('paused');
  sound.refusal = new DOMException('no decoder', 'NotSupportedError');
  player.play();
  await Promise.resolve();
  expect(player.get().phase).toBe('failed');
});

test('listeners hear of every change until they leave', () => {
  const { sound, player } = start();
  let heard = 0;
  const leave = player.subscribe(() => heard++);
  sound.arrive(600);
  leave();
  sound.fire('timeupdate');
  expect(heard).toBe(1);
});

test('keys play, skip and step', () => {
  const { sound, player } = start();
  sound.arrive(600);
  const press = (key: string) => commandOf(key)?.(player);
  press('l');
  expect(sound.currentTime).toBe(15);
  press('ArrowRight');
  expect(sound.currentTime).toBe(20);
  press('ArrowLeft');
  press('J');
  expect(sound.currentTime).toBe(0);
  press(' ');
  expect(sound.paused).toBe(false);
  press('k');
  expect(sound.paused).toBe(true);
  expect(commandOf('q')).toBeNull();
});

test('keys that belong to a field, a sheet, a slider or the browser are left alone', () => {
  document.body.innerHTML =
    '<input id="field"><div role="dialog"><button id="inside"></button></div>' +
    '<div role="slider" id="slider"></div><button id="button"></button><p id="text"></p>';
  const taken = (id: string, key: string, more: KeyboardEventInit = {}) => {
    let answer = false;
    const look = (event: KeyboardEvent) => {
      answer = isTaken(event);
    };
    addEventListener('keydown', look, { once: true });
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

test('place and speed are remembered on the device, the two ends are not', () => {
  localStorage.clear();
  keepPlace('t1', 123.456, 600);
  expect(recallPlace('t1')).toBe(123.5);
  expect(recallPlace('t2')).toBe(0);
  keepPlace('t1', 598, 600);
  expect(recallPlace('t1')).toBe(0);
  keepSpeed(1.75);
  expect(recallSpeed()).toBe(1.75);
  localStorage.setItem('duologue.speed', '40');
  expect(recallSpeed()).toBe(1);
});

test('a link may say where to begin', () => {
  const from = (text: string) => startFrom(new URLSearchParams(text));
  expect([from('t=90'), from('t=0'), from('t=soon'), from('t=-4'), from('')]).toEqual([
    90,
    0,
    null,
    null,
    null,
  ]);
});

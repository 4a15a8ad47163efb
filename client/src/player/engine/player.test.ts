import { expect, test } from 'vitest';
import { SilentSound } from './fixtures.ts';
import { createPlayer } from './player.ts';

function start(at = 0, rate = 1) {
  const sound = new SilentSound();
  const player = createPlayer(sound, { time: at, rate, duration: 600 });
  return { sound, player };
}

test('the player keeps the remembered position and seeks to it once the sound has loaded', () => {
  const { sound, player } = start(42, 1.25);
  expect(player.get()).toMatchObject({ time: 42, duration: 600, rate: 1.25, phase: 'paused' });
  expect(sound.currentTime).toBe(0);
  sound.arrive(598);
  expect(sound.currentTime).toBe(42);
  expect(player.get()).toMatchObject({ time: 42, duration: 598 });
});

test('the player waits while the sound is loading, then plays and pauses', () => {
  const { sound, player } = start();
  player.toggle();
  expect(player.get().phase).toBe('waiting');
  sound.arrive(600);
  sound.fire('playing');
  expect(player.get().phase).toBe('playing');
  player.toggle();
  expect(player.get().phase).toBe('paused');
});

test('skipping never leaves the episode', () => {
  const { sound, player } = start();
  sound.arrive(600);
  player.seekBy(-15);
  expect(sound.currentTime).toBe(0);
  player.seek(595);
  player.seekBy(15);
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

/** Fails like the bucket after the link has expired. */
function breakOff(sound: SilentSound) {
  sound.error = new Error('network');
  sound.fire('error');
}

test('a link that expired during a pause is reloaded with the same position and speed', () => {
  const { sound, player } = start(0, 1.5);
  player.play();
  sound.arrive(600);
  sound.currentTime = 300;
  sound.fire('timeupdate');
  player.pause();
  player.play();
  breakOff(sound);
  expect(sound.loads).toBe(1);
  expect(player.get()).toMatchObject({ phase: 'waiting', time: 300 });
  sound.arrive(600);
  expect(sound.currentTime).toBe(300);
  expect(player.get()).toMatchObject({ phase: 'playing', time: 300, rate: 1.5 });
});

test('a link that expires while the player is paused is reloaded without starting playback', () => {
  const { sound, player } = start(42);
  sound.arrive(600);
  breakOff(sound);
  sound.arrive(600);
  expect(player.get()).toMatchObject({ phase: 'paused', time: 42 });
  expect([sound.loads, sound.currentTime, sound.paused]).toEqual([1, 42, true]);
});

test('a sound that fails again right after a reload is not reloaded again', () => {
  const { sound, player } = start();
  player.play();
  sound.arrive(600);
  sound.currentTime = 300;
  sound.fire('timeupdate');
  for (const time of [300, 300.4]) {
    breakOff(sound);
    sound.arrive(600);
    sound.currentTime = time;
    sound.fire('timeupdate');
  }
  expect(sound.loads).toBe(1);
});

test('a link is reloaded each time it expires', () => {
  const { sound, player } = start();
  player.play();
  sound.arrive(600);
  for (const time of [100, 200, 300]) {
    sound.currentTime = time;
    sound.fire('timeupdate');
    breakOff(sound);
    sound.arrive(600);
    expect(player.get()).toMatchObject({ phase: 'playing', time });
  }
  expect(sound.loads).toBe(3);
});

test('a play() that is rejected because the link expired does not count as a failure', async () => {
  const { sound, player } = start();
  sound.arrive(600);
  sound.refusal = new DOMException('no source', 'NotSupportedError');
  player.play();
  sound.refusal = null;
  // Browsers fire the error event before they reject the promise.
  sound.paused = false;
  breakOff(sound);
  await Promise.resolve();
  sound.arrive(600);
  expect(player.get().phase).toBe('playing');
});

test('after a lost connection a retry resumes at the same second and speed', () => {
  const { sound, player } = start(0, 1.5);
  sound.arrive(600);
  sound.currentTime = 300;
  sound.fire('timeupdate');
  breakOff(sound);
  breakOff(sound);
  expect(player.get().phase).toBe('failed');
  player.retry();
  expect(sound.loads).toBe(2);
  sound.arrive(600);
  expect(player.get()).toMatchObject({ phase: 'playing', time: 300, rate: 1.5 });
});

test.each(['toggle', 'play'] as const)('after a playback failure %s tries again', (press) => {
  const { sound, player } = start();
  player.play();
  sound.arrive(600);
  sound.currentTime = 300;
  sound.fire('timeupdate');
  breakOff(sound);
  breakOff(sound);
  expect(sound.paused).toBe(false);
  player[press]();
  sound.arrive(600);
  expect(sound.loads).toBe(2);
  expect(player.get()).toMatchObject({ phase: 'playing', time: 300 });
});

test('a browser that blocks autoplay leaves the player paused, not failed', async () => {
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

test('subscribers of the player are notified of changes until they unsubscribe', () => {
  const { sound, player } = start();
  let changes = 0;
  const leave = player.subscribe(() => changes++);
  sound.arrive(600);
  leave();
  sound.fire('timeupdate');
  expect(changes).toBe(1);
});

test('starting a player pauses the one before it, unless that one was closed', () => {
  const [one, two, three] = [start(), start(), start()];
  one.player.play();
  two.player.play();
  expect([one.sound.paused, two.sound.paused]).toEqual([true, false]);
  one.player.toggle();
  expect([one.sound.paused, two.sound.paused]).toEqual([false, true]);
  one.player.close();
  one.sound.paused = false;
  three.player.play();
  expect(one.sound.paused).toBe(false);
});

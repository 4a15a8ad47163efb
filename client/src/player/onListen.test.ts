import { expect, test } from 'vitest';
import { onListen } from './deck/playbackSession.ts';
import { SilentSound } from './engine/fixtures.ts';
import { createPlayer } from './engine/player.ts';

/** An episode of `duration` seconds, from second `at` on, and how often it was counted. */
function listen({ at = 0, duration = 600 } = {}) {
  const sound = new SilentSound();
  const player = createPlayer(sound, { time: at, rate: 1, duration });
  let counted = 0;
  const stop = onListen(player, () => {
    counted += 1;
  });
  sound.arrive(duration);
  player.play();
  return {
    player,
    sound,
    stop,
    counted: () => counted,
    /** Plays on, with a report every quarter of a second. */
    play(seconds: number) {
      for (let quarter = 0; quarter < seconds * 4; quarter++) {
        sound.currentTime += 0.25;
        sound.fire('timeupdate');
      }
    },
  };
}

test('30 played seconds count, once, wherever they begin and however often they are paused', () => {
  const { player, play, counted } = listen({ at: 77 });
  play(20);
  player.pause();
  expect(counted()).toBe(0);
  player.play();
  play(9.75);
  expect(counted()).toBe(0);
  play(0.25);
  expect(counted()).toBe(1);
  play(120);
  expect(counted()).toBe(1);
});

test('what is seeked over is not heard, forwards or backwards', () => {
  const { player, play, counted } = listen();
  play(10);
  player.seek(500);
  play(10);
  player.seek(20);
  play(9);
  player.seekBy(15);
  expect(counted()).toBe(0);
  play(1);
  expect(counted()).toBe(1);
});

test('a seek before the sound has arrived is none of it', () => {
  const sound = new SilentSound();
  const player = createPlayer(sound, { time: 0, rate: 1, duration: 600 });
  let counted = 0;
  onListen(player, () => {
    counted += 1;
  });
  player.seek(300);
  sound.arrive(600);
  sound.fire('timeupdate');
  expect(counted).toBe(0);
});

test('at double speed it takes half the time, for it is the episode that is measured', () => {
  const { player, sound, counted } = listen();
  player.setRate(2);
  for (let second = 1; second <= 15; second++) {
    expect(counted()).toBe(0);
    sound.currentTime = second * 2;
    sound.fire('timeupdate');
  }
  expect(counted()).toBe(1);
});

test('a reload after a failure goes on counting from the same second', () => {
  const { player, sound, play, counted } = listen({ at: 100 });
  play(25);
  sound.error = new Error('expired');
  sound.fire('error');
  sound.arrive(600);
  expect(player.get().time).toBe(125);
  expect(counted()).toBe(0);
  play(5);
  expect(counted()).toBe(1);
});

test('a shorter episode counts at its end, if it was heard to there', () => {
  const whole = listen({ duration: 12 });
  whole.play(11.75);
  expect(whole.counted()).toBe(0);
  whole.sound.end();
  expect(whole.counted()).toBe(1);
  whole.player.play();
  whole.play(11);
  whole.sound.end();
  expect(whole.counted()).toBe(1);

  const skipped = listen({ duration: 12 });
  skipped.play(3);
  skipped.player.seek(11);
  skipped.sound.end();
  expect(skipped.counted()).toBe(0);
});

test('nothing counts once the page is left', () => {
  const { play, stop, counted } = listen();
  play(29);
  stop();
  play(10);
  expect(counted()).toBe(0);
});

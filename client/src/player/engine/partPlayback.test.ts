import { expect, test } from 'vitest';
import { SilentSound } from './fixtures.ts';
import { PartPlayback } from './partPlayback.ts';
import { createPlayer } from './player.ts';

const part = (number: number, startTime: number, duration: number) => ({
  url: `/part-${number}.mp3`,
  startTime,
  duration,
});
const [one, two, three] = [part(1, 0, 60), part(2, 60, 45), part(3, 105, 30)];
const WHOLE = '/episode.mp3';

/** A player of a ten-minute episode, and its audio elements as they are created. */
function start(at = 0) {
  const sounds: SilentSound[] = [];
  const chain = new PartPlayback(() => {
    const sound = new SilentSound();
    sounds.push(sound);
    return sound;
  });
  const player = createPlayer(chain, { time: at, rate: 1, duration: 600 });
  /** The element that holds this file. */
  const holding = (url: string) => {
    const sound = sounds.find(({ src }) => src === url);
    if (!sound) throw new Error(`nothing holds ${url}`);
    return sound;
  };
  const urls = () => sounds.map(({ src }) => src);
  const sounding = () => sounds.filter(({ paused }) => !paused).map(({ src }) => src);
  return { chain, player, sounds, holding, urls, sounding };
}

/** Plays inside the first of two parts, with the second one preloaded. */
function inFirstPart() {
  const world = start();
  world.chain.extend([one, two]);
  world.holding(one.url).arrive(60.02);
  world.player.play();
  world.holding(two.url).arrive(45.03);
  return world;
}

test('the first part plays on the timeline of the whole episode', () => {
  const { player, sounding, holding } = inFirstPart();
  expect(sounding()).toEqual([one.url]);
  holding(one.url).currentTime = 31;
  holding(one.url).fire('timeupdate');
  expect(player.get()).toMatchObject({ phase: 'playing', time: 31, duration: 600 });
});

test('parts follow each other without a break, and the next one is preloaded', () => {
  const { chain, player, sounding, holding, urls } = inFirstPart();
  expect(urls()).toEqual([one.url, two.url]);
  holding(one.url).end();
  expect(sounding()).toEqual([two.url]);
  expect(player.get()).toMatchObject({ phase: 'playing', time: 60 });
  chain.extend([one, two, three]);
  expect(urls()).toEqual([three.url, two.url]);
});

test('playback waits at the end of what exists and resumes by itself when more arrives', () => {
  const { chain, player, sounding, holding } = inFirstPart();
  holding(one.url).end();
  holding(two.url).end();
  expect(player.get()).toMatchObject({ phase: 'waiting', hasCaughtUp: true, time: 105 });
  chain.extend([one, two, three]);
  expect(player.get()).toMatchObject({ phase: 'waiting', hasCaughtUp: false });
  holding(three.url).arrive(30);
  expect(sounding()).toEqual([three.url]);
  expect(player.get()).toMatchObject({ phase: 'playing', time: 105 });
});

test('playback paused at the end of what exists stays paused when more arrives', () => {
  const { chain, player, sounding, holding } = inFirstPart();
  holding(one.url).end();
  holding(two.url).end();
  player.pause();
  chain.extend([one, two, three]);
  expect(sounding()).toEqual([]);
  expect(player.get()).toMatchObject({ phase: 'paused', time: 105 });
});

test('seeking works within the existing parts, and beyond them playback waits', () => {
  const { player, sounding, holding } = inFirstPart();
  player.seek(80);
  expect(sounding()).toEqual([two.url]);
  expect(holding(two.url).currentTime).toBe(20);
  player.seek(400);
  expect(player.get()).toMatchObject({ phase: 'waiting', time: 105 });
  player.seekBy(-15);
  expect(player.get()).toMatchObject({ phase: 'playing', time: 90 });
  player.seek(10);
  holding(one.url).arrive(60.02);
  expect(holding(one.url).currentTime).toBe(10);
  expect(player.get()).toMatchObject({ phase: 'playing', time: 10 });
});

test('the finished file takes over at the end of a part, from the same second', () => {
  const { chain, player, sounding, holding } = inFirstPart();
  holding(one.url).currentTime = 50;
  chain.finish(WHOLE, 598);
  expect(sounding()).toEqual([one.url]);
  holding(WHOLE).arrive(597.9);
  expect(holding(WHOLE).currentTime).toBe(60);
  expect(player.get()).toMatchObject({ time: 50, duration: 598 });
  holding(one.url).end();
  expect(sounding()).toEqual([WHOLE]);
  expect(player.get()).toMatchObject({ phase: 'playing', time: 60, duration: 597.9 });
});

test('the finished file takes over at once during a pause, at the same second', () => {
  const { chain, player, sounding, holding } = inFirstPart();
  holding(one.url).currentTime = 33.3;
  holding(one.url).fire('timeupdate');
  player.pause();
  chain.finish(WHOLE, 598);
  holding(WHOLE).arrive(597.9);
  expect(sounding()).toEqual([]);
  expect(player.get()).toMatchObject({ phase: 'paused', time: 33.3 });
  player.play();
  expect(sounding()).toEqual([WHOLE]);
});

test('playback that waits for the next part resumes with the finished file', () => {
  const { chain, player, sounding, holding } = inFirstPart();
  holding(one.url).end();
  holding(two.url).end();
  chain.finish(WHOLE, 598);
  holding(WHOLE).arrive(597.9);
  expect(sounding()).toEqual([WHOLE]);
  expect(player.get()).toMatchObject({ phase: 'playing', time: 105 });
  holding(WHOLE).end();
  expect(player.get()).toMatchObject({ phase: 'paused', ended: true });
});

test('the playback speed is the same in every part', () => {
  const { player, holding } = inFirstPart();
  player.setRate(1.5);
  holding(one.url).end();
  expect(holding(two.url).playbackRate).toBe(1.5);
  expect(player.get().rate).toBe(1.5);
});

test('play pressed before any part exists starts the first part at the remembered position', () => {
  const { chain, player, sounding, holding } = start(20);
  player.play();
  expect(player.get().phase).toBe('waiting');
  chain.extend([one]);
  holding(one.url).arrive(60);
  expect(sounding()).toEqual([one.url]);
  expect(player.get().time).toBe(20);
});

test('parts that are all there end with the last one, and play again from the start', () => {
  const { chain, player, sounding, holding } = inFirstPart();
  chain.complete();
  expect(player.get()).toMatchObject({ phase: 'playing', ended: false });
  holding(one.url).end();
  holding(two.url).end();
  expect(player.get()).toMatchObject({ phase: 'paused', ended: true, time: 105 });
  expect(sounding()).toEqual([]);
  player.play();
  expect(sounding()).toEqual([one.url]);
  expect(player.get()).toMatchObject({ phase: 'playing', ended: false, time: 0 });
});

test('playback that waits for more ends once nothing more comes', () => {
  const { chain, player, holding } = inFirstPart();
  holding(one.url).end();
  holding(two.url).end();
  expect(player.get().phase).toBe('waiting');
  chain.complete();
  expect(player.get()).toMatchObject({ phase: 'paused', ended: true });
});

test('a phone that has forgotten the tap when the first part comes shows the pause', async () => {
  const { chain, player, sounds } = start();
  player.play();
  expect(player.get().phase).toBe('waiting');
  const [only] = sounds;
  if (only) only.refusal = new DOMException('tap first', 'NotAllowedError');
  chain.extend([one]);
  await Promise.resolve();
  await Promise.resolve();
  expect(player.get().phase).toBe('paused');
});

test('a pause made by the browser pauses the player', () => {
  const { player, holding } = inFirstPart();
  holding(one.url).pause();
  expect(player.get().phase).toBe('paused');
});

test('a phone that lets only the tapped element play gets the next part in that element', async () => {
  const { sounds, holding, sounding } = inFirstPart();
  const [tapped, other] = sounds;
  if (other) other.refusal = new DOMException('tap first', 'NotAllowedError');
  holding(one.url).end();
  await Promise.resolve();
  await Promise.resolve();
  expect(tapped?.src).toBe(two.url);
  expect(sounding()).toEqual([two.url]);
});

/** Fails like the bucket after the link has expired. */
function breakOff(sound: SilentSound) {
  sound.error = new Error('network');
  sound.fire('error');
}

test('a part whose link expired during a pause is reloaded at the same second', () => {
  const { player, holding, sounding } = inFirstPart();
  holding(one.url).currentTime = 33.3;
  holding(one.url).fire('timeupdate');
  player.pause();
  player.play();
  const loads = holding(one.url).loads;
  breakOff(holding(one.url));
  expect(holding(one.url).loads).toBe(loads + 1);
  holding(one.url).arrive(60.02);
  expect(holding(one.url).currentTime).toBe(33.3);
  expect(sounding()).toEqual([one.url]);
  expect(player.get()).toMatchObject({ phase: 'playing', time: 33.3 });
});

test('a preloaded part whose link expired is reloaded when it is played', () => {
  const { player, holding, sounding } = inFirstPart();
  holding(one.url).end();
  expect(sounding()).toEqual([two.url]);
  holding(two.url).currentTime = 5;
  holding(two.url).fire('timeupdate');
  breakOff(holding(two.url));
  holding(two.url).arrive(45.03);
  expect(sounding()).toEqual([two.url]);
  expect(player.get()).toMatchObject({ phase: 'playing', time: 65 });
});

test('a part whose link expired continues in the finished file once there is one', () => {
  const { chain, player, holding, sounding } = inFirstPart();
  holding(one.url).currentTime = 33.3;
  holding(one.url).fire('timeupdate');
  chain.finish(WHOLE, 598);
  const [playing] = [holding(one.url)];
  breakOff(playing);
  expect(playing.src).toBe(WHOLE);
  playing.arrive(597.9);
  expect(playing.currentTime).toBe(33.3);
  expect(sounding()).toEqual([WHOLE]);
  expect(player.get()).toMatchObject({ phase: 'playing', time: 33.3 });
});

test('an episode that is already finished plays in a single audio element', () => {
  const { chain, player, sounds } = start(42);
  chain.finish(WHOLE, 598);
  expect(sounds.map(({ src }) => src)).toEqual([WHOLE]);
  sounds[0]?.arrive(597.9);
  expect(sounds[0]?.currentTime).toBe(42);
  player.play();
  expect(sounds).toHaveLength(1);
});

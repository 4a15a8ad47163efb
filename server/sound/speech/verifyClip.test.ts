import { expect, test } from 'vitest';
import { verifyClip } from './readSound.ts';

const rate = 16_000;
const line = 'The sea makes its own weather, and for a long time nobody noticed.';

const sound = (seconds: number, loudness = 8_000) =>
  Int16Array.from({ length: seconds * rate }, (_, at) => Math.round(loudness * Math.sin(at / 20)));
/** Sharper than a sine, as voices are: loud at its peaks alone. */
const sharp = sound(4.4).map((sample) => 32_767 * (sample / 8_000) ** 9);
const driven = sharp.map((sample) => Math.max(-32_768, Math.min(32_767, 1.1 * sample)));
const touching = sound(4.4).map((sample, at) => (at % 500 ? sample : 32_767));
const click = sound(4.4).map((sample, at) => (at < rate / 10 ? sample : 0));
const page = Buffer.from('<!doctype html><title>Bad gateway</title>'.repeat(3_000));

test.each([
  ['speech at 15 characters a second', sound(4.4), line],
  ['a very fast speaker', sound(3), line],
  ['a very slow speaker', sound(14), line],
  ['one short word', sound(0.3), 'Yes.'],
  ['one short word with a long breath', sound(3), 'Yes.'],
  ['figures, which are long to say', sound(14), 'In 1,234,567 of 8,910,111 cases: $7.'],
  ['emoji, which may take no time', sound(0.5), '😀😀😀😀😀😀😀😀😀😀'],
  ['a language of few characters', sound(6), '海は自分の天気を作り、長い間誰も気づかなかった。'],
  ['one endless run of letters', sound(5), 'a'.repeat(900)],
  ['a quiet voice', sound(4.4, 900), line],
  ['a voice that touches full scale now and then', touching, line],
])('a clip of %s is accepted', (_what, samples, text) => {
  expect(verifyClip({ samples, sampleRate: rate }, text)).toBeNull();
});

test.each([
  ['no samples', 'empty', sound(0)],
  ['half of the line', 'too short', sound(2)],
  ['a line that hangs at the end', 'too long', sound(30)],
  ['silence', 'silent', sound(4.4, 0)],
  ['faint hum', 'silent', sound(4.4, 200)],
  ['a voice far over full scale', 'overdriven', driven],
  ['a click and then nothing', 'silent but for', click],
  ['full-scale noise', 'noise', sound(4.4, 32_000)],
  ['a page of HTML', 'noise', new Int16Array(page.buffer, 0, page.length >> 1)],
])('a clip of %s is refused as "%s"', (_what, fault, samples) => {
  expect(verifyClip({ samples, sampleRate: rate }, line)).toContain(fault);
});

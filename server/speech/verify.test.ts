import { expect, test } from 'vitest';
import { faultOf } from './verify.ts';

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
  ['speech at 15 characters a second', sound(4.4), line, null],
  ['a very fast speaker', sound(3), line, null],
  ['a very slow speaker', sound(14), line, null],
  ['one short word', sound(0.3), 'Yes.', null],
  ['one short word with a long breath', sound(3), 'Yes.', null],
  ['figures, which are long to say', sound(14), 'In 1,234,567 of 8,910,111 cases: $7.', null],
  ['emoji, which may take no time', sound(0.5), '😀😀😀😀😀😀😀😀😀😀', null],
  [
    'a language of few characters',
    sound(6),
    '海は自分の天気を作り、長い間誰も気づかなかった。',
    null,
  ],
  ['one endless run of letters', sound(5), 'a'.repeat(900), null],
  ['a quiet voice', sound(4.4, 900), line, null],
  ['nothing', sound(0), line, 'empty'],
  ['half of it', sound(2), line, 'too short'],
  ['a hang at the end', sound(30), line, 'too long'],
  ['silence', sound(4.4, 0), line, 'silent'],
  ['the hum of a dead line', sound(4.4, 200), line, 'silent'],
  ['a voice that touches full scale now and then', touching, line, null],
  ['a voice far over full scale', driven, line, 'overdriven'],
  ['a click and then nothing', click, line, 'silent but for'],
  ['full-scale noise', sound(4.4, 32_000), line, 'noise'],
  ['a page of HTML', new Int16Array(page.buffer, 0, page.length >> 1), line, 'noise'],
])('%s', (_what, samples, text, fault) => {
  const found = faultOf({ samples, sampleRate: rate }, text);
  if (fault) expect(found).toContain(fault);
  else expect(found).toBeNull();
});

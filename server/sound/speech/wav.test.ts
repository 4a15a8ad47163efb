import { expect, test } from 'vitest';
import { BrokenSound } from './speech.ts';
import { clipOf, wavOf } from './wav.ts';

const samples = Int16Array.from({ length: 1_000 }, (_, at) => 30 * at - 15_000);
const clip = { samples, sampleRate: 24_000 };
const wav = wavOf(clip);

/** The WAV with other bytes at this place. */
function changed(at: number, write: (bytes: Buffer) => void): Buffer {
  const copy = Buffer.from(wav);
  write(copy.subarray(at));
  return copy;
}
const length = (bytes: number) => changed(40, (at) => at.writeUInt32LE(bytes >>> 0));

/** A part with a name, between the format and the samples. */
function withPart(name: string, content: Buffer): Buffer {
  const head = Buffer.alloc(8);
  head.write(name, 0);
  head.writeUInt32LE(content.length, 4);
  const padding = Buffer.alloc(content.length % 2);
  return Buffer.concat([wav.subarray(0, 36), head, content, padding, wav.subarray(36)]);
}

/** The format in 40 bytes, as ffmpeg writes it for more than two channels, and some servers always. */
function extensible(coding: number): Buffer {
  const format = Buffer.alloc(40);
  wav.copy(format, 0, 20, 36);
  format.writeUInt16LE(0xfffe, 0);
  format.writeUInt16LE(22, 16);
  format.writeUInt16LE(16, 18);
  format.writeUInt16LE(coding, 24);
  const size = Buffer.alloc(4);
  size.writeUInt32LE(format.length);
  return Buffer.concat([wav.subarray(0, 16), size, format, wav.subarray(36)]);
}

test.each([
  ['as it should be', wav],
  ['streamed, with 0xFFFFFFFF as its length', length(0xffffffff)],
  ['streamed, with 0 as its length', length(0)],
  ['streamed, with 0x7FFFFFFF as its length', length(0x7fffffff)],
  ['streamed, with two billion as its length', length(2_000_000_000)],
  ['with a list of tags of odd length', withPart('LIST', Buffer.from('INFOISFT Lavf'))],
  [
    'with a list of tags behind the samples',
    Buffer.concat([wav, Buffer.from('LIST\u0004\0\0\0INFO')]),
  ],
  ['with an extended header', extensible(1)],
])('a WAV %s is read whole', (_how, bytes) => {
  expect(clipOf(bytes)).toEqual(clip);
});

test('a WAV has the rate that it names', () => {
  expect(clipOf(changed(24, (at) => at.writeUInt32LE(22_050))).sampleRate).toBe(22_050);
});

test('stereo becomes mono', () => {
  const stereo = clipOf(changed(22, (at) => at.writeUInt16LE(2)));
  expect(stereo.samples).toHaveLength(500);
  expect(stereo.samples[0]).toBe(((samples[0] ?? 0) + (samples[1] ?? 0)) / 2);
});

test.each<[string, Buffer, RegExp]>([
  ['that is cut', wav.subarray(0, 1_200), /ends after 1156 of 2000 bytes/],
  ['that is cut in its header', wav.subarray(0, 30), /half a header/],
  ['without samples', wav.subarray(0, 36), /no samples/],
  ['of half a sample', length(999), /middle of a sample/],
  ['of 24 bits', changed(34, (at) => at.writeUInt16LE(24)), /24 bits/],
  ['of floating point', changed(20, (at) => at.writeUInt16LE(3)), /coding 3/],
  ['of floating point with an extended header', extensible(3), /coding 3/],
  ['of six channels', changed(22, (at) => at.writeUInt16LE(6)), /6 channels/],
  ['without a rate', changed(24, (at) => at.writeUInt32LE(0)), /rate of 0 Hz/],
  ['that is an MP3', Buffer.from('ID3\u0004'), /no WAV/],
  ['that is nothing', Buffer.alloc(0), /no WAV/],
])('a WAV %s is refused in words', (_what, bytes, why) => {
  expect(() => clipOf(bytes)).toThrow(why);
  expect(() => clipOf(bytes)).toThrow(BrokenSound);
});

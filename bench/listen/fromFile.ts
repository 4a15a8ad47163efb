import { readFile } from 'node:fs/promises';
import { findFfmpeg } from '../../server/sound/mix/findFfmpeg.ts';
import { decode } from '../sound.ts';
import type { StoredEpisode, TimedLine } from './episode.ts';

/** Reads any product's episode. It has no outline, title, question or cost. */
export async function readFiles(
  file: string,
  transcript: string,
  topic: string,
): Promise<StoredEpisode> {
  const { path: ffmpeg } = await findFfmpeg(process.env.FFMPEG_PATH ?? null);
  const { seconds } = await decode(ffmpeg, file);
  return {
    ...parseVtt(await readFile(transcript, 'utf8')),
    topic: { topic },
    brief: null,
    outline: null,
    title: null,
    summary: null,
    seconds,
    questions: [],
    answers: [],
    costs: [],
  };
}

const TIMING = /^((?:\d+:)?\d{2}:\d{2}[.,]\d{3})\s+-->\s+((?:\d+:)?\d{2}:\d{2}[.,]\d{3})/m;
const VOICE = /^<v(?:\.[^\s>]*)?\s+([^>]+)>/;
const NAME = /^([\p{Lu}][\p{L}\p{N} .'-]{0,40}):\s+/u;
const ESCAPES: Record<string, string> = { amp: '&', lt: '<', gt: '>', nbsp: ' ', quot: '"' };

/**
 * Reads the lines of a WebVTT transcript. A voice tag or "Name: " in front names a speaker, who
 * stays until another is named; the first is host A, anybody else is host B. Cues of one speaker
 * that continue a sentence become one line. Throws without a cue.
 */
export function parseVtt(text: string): { lines: TimedLine[]; hosts: { A: string; B: string } } {
  const lines: TimedLine[] = [];
  const names: string[] = [];
  let name = '';
  for (const block of text.replace(/\r\n?/g, '\n').split(/\n{2,}/)) {
    const [timing, start = '', end = ''] = TIMING.exec(block) ?? [];
    if (!timing) continue;
    const [, ...rest] = block.slice(block.indexOf(timing)).split('\n');
    const raw = rest.join(' ').trim();
    const named = VOICE.exec(raw)?.[1] ?? NAME.exec(raw)?.[1];
    const body = plain(raw.replace(VOICE, '').replace(NAME, ''));
    if (!body) continue;
    const isNamed = named !== undefined && named !== name;
    name = named ?? name;
    if (!names.includes(name)) names.push(name);
    const speaker = names.indexOf(name) === 0 ? 'A' : 'B';
    const before = lines.at(-1);
    if (before && !isNamed && before.speaker === speaker && !/[.!?…]["')]*$/.test(before.text)) {
      before.text += ` ${body}`;
      before.end = seconds(end);
    } else lines.push({ speaker, text: body, start: seconds(start), end: seconds(end) });
  }
  if (!lines.length) throw new Error('the transcript holds no cue');
  return { lines, hosts: { A: names[0] || 'A', B: names[1] || 'B' } };
}

function plain(text: string): string {
  return text
    .replace(/<[^>]*>/g, '')
    .replace(/&(amp|lt|gt|nbsp|quot);/g, (_, code: string) => ESCAPES[code] ?? '')
    .replace(/\s+/g, ' ')
    .trim();
}

function seconds(time: string): number {
  return time
    .replace(',', '.')
    .split(':')
    .reduce((sum, part) => sum * 60 + Number(part), 0);
}

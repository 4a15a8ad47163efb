import { readFile } from 'node:fs/promises';
import { findFfmpeg } from '../../server/sound/mix/findFfmpeg.ts';
import { decode } from '../sound.ts';
import type { AnswerFinder } from './answerFinder.ts';
import type { StoredEpisode } from './episode.ts';
import { parseVtt } from './vtt.ts';

interface Files {
  file: string;
  /** Path of a WebVTT file. */
  transcript: string;
  topic: string;
  /** Path of a text file with a question in each line. */
  questions?: string;
}

/** Reads any product's episode. It has no outline, title or cost. */
export async function readFiles(files: Files, finder: AnswerFinder): Promise<StoredEpisode> {
  const { path: ffmpeg } = await findFfmpeg(process.env.FFMPEG_PATH ?? null);
  const { seconds } = await decode(ffmpeg, files.file);
  const { lines, hosts } = parseVtt(await readFile(files.transcript, 'utf8'));
  const text = files.questions ? await readFile(files.questions, 'utf8') : '';
  const questions = text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean);
  const found = questions.length ? await finder.find(files.topic, questions, lines) : [];
  return {
    topic: { topic: files.topic },
    hosts,
    brief: {
      id: null,
      questions: questions.map((one, index) => ({ id: `q${index + 1}`, text: one })),
      level: null,
      avoid: [],
    },
    outline: null,
    title: null,
    summary: null,
    seconds,
    lines,
    questions: questions.map((one, index) => {
      const place = found.find(({ question }) => question === index);
      const [first, last] = [lines[place?.first ?? -1], lines[place?.last ?? -1]];
      return { text: one, ...(first && last && { start: first.start, end: last.end }) };
    }),
    answers: [],
    recap: null,
    costs: [],
  };
}

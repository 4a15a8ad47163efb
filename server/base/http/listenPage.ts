import type { Request } from 'express';
import type { Answers } from '#shared/brief.ts';
import type { Listening } from '#shared/episode.ts';
import { Problem } from '#shared/problem.ts';
import type { Chapters, Transcript } from '#shared/script.ts';
import { log } from '../kit/log.ts';
import type { Render, Screen } from './composeDocument.ts';
import { hasSession } from './session.ts';

const OPENING_LINES = 8;

/** No other text can be one of our tokens, so it is not looked up. */
const TOKEN = /^[\w.-]{1,100}$/;

export interface EpisodeSource {
  /** What a stranger with this token may hear. All four throw `Problem('not_found')`. */
  findEpisode(token: string): Promise<Listening['episode']>;
  findLines(token: string, count: number): Promise<Transcript['segments']>;
  /** Those that begin in the first `count` lines. */
  findChapters(token: string, count: number): Promise<Chapters['chapters']>;
  findQuestions(token: string): Promise<Answers['questions']>;
}

export interface SharedEpisode {
  episode: Listening['episode'];
  lines: Transcript['segments'];
  chapters: Chapters['chapters'];
  questions: Answers['questions'];
}

export const isListenPage = ({ path }: Request) => /^\/listen\/?$/i.test(path);

/**
 * Returns `nothing` where the link leads nowhere, and null where the page asks the API what is
 * wrong. A link may work only for its owner, who is not known here, so any browser with a session
 * gets null.
 */
export async function findSharedEpisode(
  req: Request,
  { findEpisode, findLines, findChapters, findQuestions }: EpisodeSource,
): Promise<SharedEpisode | 'nothing' | null> {
  const token = req.query.episode;
  if (!isListenPage(req) || token === undefined) return null;
  if (typeof token !== 'string' || !TOKEN.test(token)) return 'nothing';
  try {
    const episode = await findEpisode(token);
    if (episode.status !== 'completed') return null;
    const [lines, chapters, questions] = await Promise.all([
      findLines(token, OPENING_LINES),
      findChapters(token, OPENING_LINES),
      episode.answersUrl ? findQuestions(token) : [],
    ]);
    return { episode, lines, chapters, questions };
  } catch (error) {
    if (error instanceof Problem) return hasSession(req) ? null : 'nothing';
    log.warn({ err: error }, 'no preview of a shared episode');
    return null;
  }
}

/** Undefined without first words, or if they cannot be rendered: then the script draws the page. */
export async function prerenderListenPage(
  render: Render,
  { episode, lines, chapters, questions }: SharedEpisode,
  sells: boolean,
): Promise<Screen | undefined> {
  const { token, title, summary, transcriptUrl, chaptersUrl, answersUrl, sourcesUrl } = episode;
  if (!title || !summary || !lines.length) return undefined;
  const opening = { title, summary, questions, hasSources: sourcesUrl !== null, lines, chapters };
  const fetches = [`/api/listen/${token}`, transcriptUrl, chaptersUrl, answersUrl];
  try {
    const body = await render('/listen', { search: `episode=${token}`, opening, sells });
    return { body, opening, preload: [], fetches: fetches.filter((url) => url !== null) };
  } catch (error) {
    log.error({ err: error }, 'a listen page could not be rendered');
    return undefined;
  }
}

import type { Request } from 'express';
import type { Answers } from '#shared/brief.ts';
import type { Listening } from '#shared/episode.ts';
import { Problem } from '#shared/problem.ts';
import type { Chapters, Transcript } from '#shared/script.ts';
import { log } from '../kit/log.ts';
import type { Render, Screen } from './composeDocument.ts';
import { hasSession } from './session.ts';

/** More than a phone shows at once. */
const OPENING_LINES = 8;

/** As `base/db/newToken.ts` makes them. No other text is a link of ours, so it is not looked up. */
const TOKEN = /^[\w.-]{1,100}$/;

export interface EpisodeSource {
  /** What a stranger who holds this token may hear. Throws `Problem('not_found')`. */
  findEpisode(token: string): Promise<Listening['episode']>;
  /** Its first `count` lines. Throws as `findEpisode` does. */
  findLines(token: string, count: number): Promise<Transcript['segments']>;
  /** Those that begin in its first `count` lines. Throws as `findEpisode` does. */
  findChapters(token: string, count: number): Promise<Chapters['chapters']>;
  /** What was asked, and where it is answered. Throws as `findEpisode` does. */
  findQuestions(token: string): Promise<Answers['questions']>;
}

export interface SharedEpisode {
  episode: Listening['episode'];
  /** The first ones of its transcript. */
  lines: Transcript['segments'];
  /** Those that begin there. */
  chapters: Chapters['chapters'];
  questions: Answers['questions'];
}

export const isListenPage = ({ path }: Request) => /^\/listen\/?$/i.test(path);

/**
 * The finished episode that a listen page is asked for; `nothing` where the link leads nowhere. Null
 * in any other case: the page asks the API and says what is wrong. That includes a link that only its
 * owner may use: who is signed in is not known here, so anyone who may be gets null.
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

/**
 * The listen page with the episode's first words in it, and with preloads for what its script asks
 * for. Undefined if there are no such words or they cannot be rendered: the script draws the page.
 */
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

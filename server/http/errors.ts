import type { ErrorRequestHandler, Request, Response } from 'express';
import { Problem, type ProblemBody, type ProblemCode } from '#shared/problem.ts';
import { log } from '../log.ts';
import { ProviderFailure } from '../provider.ts';
import { pageOf } from './plainPage.ts';

/** What is a key by itself in an address: to a feed, or to the sound of an episode, by link or by id. */
const KEY = /^(\/(?:feeds|media|api\/(?:listen|podcasts|admin\/podcasts))\/)[^/]+/i;

const WAY_BACK = '<a href="/dashboard">Go to your dashboard</a>';

/** The last middleware: every failure leaves the server here, as design section 4 shapes it. */
export const errorHandler: ErrorRequestHandler = (error, req, res, _next) => {
  const requestId = res.locals.requestId as string;
  if (res.headersSent) {
    log.warn({ err: error, requestId, path: hushed(req) }, 'failed after the answer had begun');
    res.destroy();
    return;
  }
  const problem = asProblem(error);
  if (problem.status >= 500)
    log.error({ err: error, requestId, path: hushed(req) }, 'request failed');
  const body: ProblemBody = { message: problem.message, code: problem.code, requestId };
  if (problem.fields) body.fields = problem.fields;
  begin(res, problem).type('json').json(body);
};

/**
 * For a link of the API that a person opens in a tab: the failure as a sentence and a way back.
 * Whoever did not ask for a page gets it as ever.
 */
export const htmlErrorPage: ErrorRequestHandler = (error, req, res, next) => {
  if (res.headersSent || req.accepts(['json', 'html']) !== 'html') return next(error);
  const problem = asProblem(error);
  const requestId = res.locals.requestId as string;
  if (problem.status >= 500)
    log.error({ err: error, requestId, path: hushed(req) }, 'request failed');
  begin(res, problem).type('html').send(pageOf(problem.message, WAY_BACK));
};

/** The route may have announced before it failed that caches may keep the answer. */
function begin(res: Response, { status, retryAfter }: Problem): Response {
  if (retryAfter !== undefined) res.set('Retry-After', String(retryAfter));
  return res.status(status).set('Cache-Control', 'no-store');
}

/** The path as the log may hold it: a file is named after its episode. */
function hushed({ path }: Request): string {
  return path.replace(KEY, '$1[redacted]').replace(/(\/file\/).*/i, '$1[redacted]');
}

function asProblem(error: unknown): Problem {
  if (error instanceof Problem) return error;
  if (error instanceof ProviderFailure) {
    return new Problem('unavailable', 'A service we depend on is not answering. Please try again.');
  }
  return bodyParserProblem(error) ?? new Problem('internal', 'Something went wrong on our side.');
}

/** Express's body parser speaks in `type`; see its README, "Errors". */
function bodyParserProblem(error: unknown): Problem | null {
  const type = (error as { type?: unknown }).type;
  if (typeof type !== 'string') return null;
  const known: Record<string, [ProblemCode, string]> = {
    'entity.parse.failed': ['invalid', 'The request body is not valid JSON'],
    'entity.too.large': ['too_large', 'The request is too large'],
    'encoding.unsupported': ['unsupported_type', 'That encoding is not supported'],
    'charset.unsupported': ['unsupported_type', 'That character set is not supported'],
  };
  const [code, message] = known[type] ?? ['invalid', 'The request could not be read'];
  return new Problem(code, message);
}

import type { ErrorRequestHandler, Request, Response } from 'express';
import { Problem, type ProblemBody, type ProblemCode } from '#shared/problem.ts';
import { log } from '../kit/log.ts';
import { ProviderFailure } from '../kit/provider.ts';
import { pageOf } from './plainPage.ts';

/** Path segments that are secret: tokens of feeds and episodes, and ids of episodes. */
const KEY = /^(\/(?:feeds|media|api\/(?:listen|podcasts|admin\/podcasts))\/)[^/]+/i;

const WAY_BACK = '<a href="/dashboard">Go to your dashboard</a>';

/** Must be the last middleware. */
export const errorHandler: ErrorRequestHandler = (error, req, res, _next) => {
  const requestId = String(res.locals.requestId);
  if (res.headersSent) {
    log.warn(
      { err: error, requestId, path: redactedPath(req) },
      'failed after the response had started',
    );
    res.destroy();
    return;
  }
  const problem = asProblem(error);
  if (problem.status >= 500)
    log.error({ err: error, requestId, path: redactedPath(req) }, 'request failed');
  const body: ProblemBody = { message: problem.message, code: problem.code, requestId };
  if (problem.fields) body.fields = problem.fields;
  begin(res, problem).type('json').json(body);
};

/** For an API link that a person opens in a tab. Clients that did not ask for HTML get JSON. */
export const htmlErrorPage: ErrorRequestHandler = (error, req, res, next) => {
  if (res.headersSent || req.accepts(['json', 'html']) !== 'html') return next(error);
  const problem = asProblem(error);
  const requestId = String(res.locals.requestId);
  if (problem.status >= 500)
    log.error({ err: error, requestId, path: redactedPath(req) }, 'request failed');
  begin(res, problem).type('html').send(pageOf(problem.message, WAY_BACK));
};

/** Overrides what the route said about caching before it failed. */
function begin(res: Response, { status, retryAfter }: Problem): Response {
  if (retryAfter !== undefined) res.set('Retry-After', String(retryAfter));
  return res.status(status).set('Cache-Control', 'no-store');
}

/** Hides secrets, and file names, which tell an episode's title. */
function redactedPath({ path }: Request): string {
  return path.replace(KEY, '$1[redacted]').replace(/(\/file\/).*/i, '$1[redacted]');
}

function asProblem(error: unknown): Problem {
  if (error instanceof Problem) return error;
  if (error instanceof ProviderFailure) {
    return new Problem('unavailable', 'A service we depend on isn’t answering. Please try again.');
  }
  return bodyParserProblem(error) ?? new Problem('internal', 'Something went wrong on our side.');
}

/** Express's body parser names its errors in `type`; see its README, "Errors". */
function bodyParserProblem(error: unknown): Problem | null {
  const type = error instanceof Error && 'type' in error ? error.type : null;
  if (typeof type !== 'string') return null;
  const known: Record<string, [ProblemCode, string]> = {
    'entity.parse.failed': ['invalid', 'The request body is not valid JSON'],
    'entity.too.large': ['too_large', 'The request is too large'],
    'encoding.unsupported': ['unsupported_type', 'That encoding is not supported'],
    'charset.unsupported': ['unsupported_type', 'That character set is not supported'],
  };
  const [code, message] = known[type] ?? ['invalid', 'The request couldn’t be read'];
  return new Problem(code, message);
}

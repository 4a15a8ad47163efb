import escapeHtml from 'escape-html';
import type { ErrorRequestHandler, Request, Response } from 'express';
import { brand, colours } from '#shared/brand.ts';
import { Problem, type ProblemBody, type ProblemCode } from '#shared/problem.ts';
import { log } from '../kit/log.ts';
import { ProviderFailure } from '../kit/provider.ts';

/** Path segments that are secret: tokens of feeds and episodes, and ids of episodes. */
const KEY = /^(\/(?:feeds|media|api\/(?:listen|podcasts|admin\/podcasts))\/)[^/]+/i;

const WAY_BACK = '<a href="/dashboard">Go to your dashboard</a>';

/** Must be the last middleware. */
export const errorHandler: ErrorRequestHandler = (error, req, res, _next) => {
  if (res.headersSent) {
    log.warn({ err: error, ...placeOf(req, res) }, 'failed after the response had started');
    res.destroy();
    return;
  }
  const { message, code, fields } = begin(error, req, res);
  const { requestId } = placeOf(req, res);
  const body: ProblemBody = { message, code, requestId, ...(fields && { fields }) };
  res.type('json').json(body);
};

/** For an API link that a person opens in a tab. Clients that did not ask for HTML get JSON. */
export const htmlErrorPage: ErrorRequestHandler = (error, req, res, next) => {
  if (res.headersSent || req.accepts(['json', 'html']) !== 'html') return next(error);
  const { message } = begin(error, req, res);
  res.type('html').send(pageOf(message, WAY_BACK));
};

/** Overrides what the route said about caching before it failed. */
function begin(error: unknown, req: Request, res: Response): Problem {
  const problem = asProblem(error);
  const { status, retryAfter } = problem;
  if (status >= 500) log.error({ err: error, ...placeOf(req, res) }, 'request failed');
  if (retryAfter !== undefined) res.set('Retry-After', String(retryAfter));
  res.status(status).set('Cache-Control', 'no-store');
  return problem;
}

/** Hides secrets, and file names, which tell an episode's title. */
function placeOf(req: Request, res: Response) {
  const path = req.path.replace(KEY, '$1[redacted]').replace(/(\/file\/).*/i, '$1[redacted]');
  return { requestId: String(res.locals.requestId), path };
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

/** `sentence` is escaped here; `wayOn` is our own HTML. */
export function pageOf(sentence: string, wayOn: string): string {
  const dress = (side: 0 | 1) =>
    `background:${colours.ground[side]};color:${colours.ink[side]};color-scheme:${side ? 'light' : 'dark'}`;
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${brand.name}</title>
<style>
:root{${dress(1)};font:18px/1.5 system-ui,sans-serif}
@media (prefers-color-scheme:dark){:root{${dress(0)}}}
main{max-width:32rem;margin:0 auto;padding:3rem 1.25rem}
h1{font-size:1.5rem;line-height:1.25}
button{font:inherit;font-weight:700;padding:.6rem 1.25rem;min-height:2.75rem}
a{color:inherit;display:inline-block;padding:.6rem 0;font-weight:700;text-underline-offset:.3em}
</style>
<main>
<h1>${escapeHtml(sentence)}</h1>
${wayOn}
</main>
</html>
`;
}

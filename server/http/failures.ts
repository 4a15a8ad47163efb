import type { ErrorRequestHandler } from 'express';
import { Problem, type ProblemBody, type ProblemCode } from '#shared/problem.ts';
import { log } from '../log.ts';
import { ProviderFailure } from '../provider.ts';

/** The last middleware: every failure leaves the server here, as design section 4 shapes it. */
export const answerFailure: ErrorRequestHandler = (error, req, res, _next) => {
  const requestId = res.locals.requestId as string;
  if (res.headersSent) {
    log.warn({ err: error, requestId, path: req.path }, 'failed after the answer had begun');
    res.destroy();
    return;
  }
  const problem = asProblem(error);
  if (problem.status >= 500) log.error({ err: error, requestId, path: req.path }, 'request failed');
  const body: ProblemBody = { message: problem.message, code: problem.code, requestId };
  if (problem.fields) body.fields = problem.fields;
  res.status(problem.status).json(body);
};

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

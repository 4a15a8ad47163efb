import type { RequestHandler, Response } from 'express';
import { waitWhileConnected } from './connection.ts';
import { cutAnswer } from './cut.ts';
import type { Faults, FaultyProvider } from './faults.ts';

/** SMTP is not HTTP; its stand-in reads the fault settings itself. */
type HttpProvider = Exclude<FaultyProvider, 'smtp'>;

export function faultGate(provider: HttpProvider, faults: Faults): RequestHandler {
  let inFlight = 0;
  return async (_req, res, next) => {
    const faultsNow = faults.read()[provider];
    inFlight += 1;
    res.once('close', () => {
      inFlight -= 1;
    });
    if (faultsNow.concurrency) {
      // ElevenLabs' headers, from which the limiter learns the plan's concurrency.
      res.set('current-concurrent-requests', String(inFlight));
      res.set('maximum-concurrent-requests', String(faultsNow.concurrency));
      if (inFlight > faultsNow.concurrency) return fail(res, provider, 429);
    }
    if (!(await waitWhileConnected(res, faultsNow.latency)) || faultsNow.hang) return;
    if (happens(faultsNow.errorRate)) return fail(res, provider, faultsNow.status);
    if (happens(faultsNow.garbage)) return answerGarbage(res);
    if (happens(faultsNow.cut)) cutAnswer(res);
    next();
  };
}

const happens = (share: number) => Math.random() < share;

/** Imitates a broken proxy; `res.send` would add an ETag. */
function answerGarbage(res: Response) {
  res.status(200).type('html').end('<!doctype html><title>Bad gateway</title><h1>Sorry</h1>');
}

function fail(res: Response, provider: HttpProvider, status: number) {
  const message = `The stand-in was told to answer ${status}`;
  if (provider === 'web') {
    if (status === 429 || status === 503) res.set('Retry-After', '5');
    res.status(status).type('html').end(`<!DOCTYPE html><title>Error</title><p>${message}</p>`);
  } else if (provider === 's3') {
    res.status(status).type('application/xml').end(s3Failure(status, message));
  } else {
    res.status(status).json(failures[provider](status, message));
  }
}

const failures = {
  openai: (status: number, message: string) => ({
    error: {
      message,
      type: status === 429 ? 'requests' : status < 500 ? 'invalid_request_error' : 'server_error',
      param: null,
      code: status === 429 ? 'rate_limit_exceeded' : null,
    },
  }),
  elevenlabs: (status: number, message: string) => ({
    detail: {
      status: status === 429 ? 'too_many_concurrent_requests' : 'standin_fault',
      message,
    },
  }),
  // Google's own envelope (cloud.google.com/apis/design/errors).
  google: (code: number, message: string) => ({
    error: { code, message, errors: [{ message, domain: 'global', reason: 'backendError' }] },
  }),
  paddle: (status: number, detail: string) => ({
    error: {
      type: status < 500 ? 'request_error' : 'api_error',
      code: status === 429 ? 'too_many_requests' : 'internal_error',
      detail,
      documentation_url: 'https://developer.paddle.com/errors',
    },
    meta: { request_id: 'standin' },
  }),
};

function s3Failure(status: number, message: string): string {
  const code = status === 429 || status === 503 ? 'SlowDown' : 'InternalError';
  return `<?xml version="1.0" encoding="UTF-8"?>\n<Error><Code>${code}</Code><Message>${message}</Message></Error>`;
}

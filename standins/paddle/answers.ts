import { randomUUID } from 'node:crypto';
import type { ErrorRequestHandler, Response } from 'express';
import { z } from 'zod';
import { Refusal } from './seller.ts';

export function answer(res: Response, data: unknown, meta: object = {}) {
  res.json({ data, meta: { request_id: randomUUID(), ...meta } });
}

/** https://developer.paddle.com/api-reference/about/errors */
export const answerRefusal: ErrorRequestHandler = (error, _req, res, next) => {
  const refuse = (status: number, code: string, detail: string, errors?: object[]) =>
    res.status(status).json({
      error: {
        type: 'request_error',
        code,
        detail,
        documentation_url: `https://developer.paddle.com/errors/${code}`,
        ...(errors && { errors }),
      },
      meta: { request_id: randomUUID() },
    });
  if (error instanceof Refusal) return refuse(error.status, error.code, error.message);
  if (error instanceof z.ZodError) {
    const errors = error.issues.map(({ path, message }) => ({ field: path.join('.'), message }));
    return refuse(400, 'invalid_field', 'Request does not pass validation.', errors);
  }
  if (error instanceof SyntaxError) return refuse(400, 'invalid_json', 'Request is not JSON.');
  return next(error);
};

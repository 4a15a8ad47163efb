import type { Request, Response } from 'express';
import { S3Refusal } from './refusal.ts';

const METHODS = ['GET', 'HEAD'];

/** The player fetches audio from another origin than the page's. */
export function allowOrigin(origins: string[] | null, req: Request, res: Response): void {
  const origin = req.get('origin');
  const isAllowed = origins === null || (origin !== undefined && origins.includes(origin));
  res.set('Cross-Origin-Resource-Policy', 'cross-origin');
  if (isAllowed) {
    res.set({
      'Access-Control-Allow-Origin': origins === null ? '*' : String(origin),
      'Access-Control-Allow-Methods': METHODS.join(', '),
      'Access-Control-Allow-Headers': 'Range, If-Range, If-None-Match',
      'Access-Control-Expose-Headers': 'Accept-Ranges, Content-Length, Content-Range, ETag',
    });
  }
  if (origins !== null) res.vary('Origin');
}

export function answerPreflight(req: Request, res: Response): void {
  const method = req.get('access-control-request-method');
  const isAllowed = res.get('access-control-allow-origin') && (!method || METHODS.includes(method));
  if (!isAllowed) {
    const words = 'CORSResponse: This CORS request is not allowed.';
    throw new S3Refusal(403, 'AccessForbidden', words);
  }
  res.status(204).end();
}

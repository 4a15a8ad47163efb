import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Request } from 'express';
import { Problem } from '#shared/problem.ts';

/** How long headers, a body and an upload from a slow phone may take to arrive, ms. */
const TIMES = { headers: 10_000, usual: 30_000, upload: 3 * 60_000 };

const timers = new WeakMap<IncomingMessage, NodeJS.Timeout>();

/** Node has one limit for all requests, so that must be the one of uploads. */
export function limitArrival(server: Server, { headers, usual, upload } = TIMES): void {
  server.headersTimeout = headers;
  server.requestTimeout = upload;
  server.on('request', (req, res) => {
    const { 'transfer-encoding': coding, 'content-length': length } = req.headers;
    if (coding === undefined && !Number(length)) return;
    const timer = setTimeout(end, usual, req, res).unref();
    timers.set(req, timer);
    req.once('end', () => clearTimeout(timer));
  });
}

function end(req: IncomingMessage, res: ServerResponse): void {
  if (req.complete) return;
  const { socket } = req;
  if (!res.headersSent) socket.write('HTTP/1.1 408 Request Timeout\r\nConnection: close\r\n\r\n');
  socket.destroySoon();
}

export interface Upload {
  type: string;
  /** Bytes. */
  most: number;
  /** The form field that an error names. */
  field: string;
  tooLarge: string;
}

/** Throws `Problem('too_large')` as soon as that is known, without keeping more of it. */
export async function readUpload(req: Request, { most, field, tooLarge }: Upload): Promise<Buffer> {
  const refuse = () => {
    // A client that is still sending would miss the answer if its connection were closed.
    req.resume();
    return new Problem('too_large', tooLarge, { [field]: tooLarge });
  };
  if (Number(req.get('content-length')) > most) throw refuse();
  // Only once an upload is wanted: slow clients take up connections.
  clearTimeout(timers.get(req));
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of req.iterator({ destroyOnReturn: false })) {
    bytes += chunk.length;
    if (bytes > most) throw refuse();
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

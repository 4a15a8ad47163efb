import type { IncomingMessage, Server, ServerResponse } from 'node:http';

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

/** Call it only once an upload is wanted: slow clients take up connections. */
export function expectUpload(req: IncomingMessage): void {
  clearTimeout(timers.get(req));
}

function end(req: IncomingMessage, res: ServerResponse): void {
  if (req.complete) return;
  const { socket } = req;
  if (!res.headersSent) socket.write('HTTP/1.1 408 Request Timeout\r\nConnection: close\r\n\r\n');
  socket.destroySoon();
}

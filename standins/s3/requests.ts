import { createHash } from 'node:crypto';
import { text } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import type { Request, Response } from 'express';
import type { Objects, StoredObject } from './objects.ts';
import { escapeXml, hashMismatch, S3Refusal, unescapeXml } from './refusal.ts';

/** Response headers that a signed request may set by query parameters. */
const OVERRIDES = {
  'response-content-disposition': 'Content-Disposition',
  'response-content-type': 'Content-Type',
  'response-cache-control': 'Cache-Control',
} as const;

export async function answerObject(
  { objects, key, parameters }: { objects: Objects; key: string; parameters: Map<string, string> },
  req: Request,
  res: Response,
) {
  const object = objects.find(key);
  if (!object) throw new S3Refusal(404, 'NoSuchKey', 'The specified key does not exist.');
  res.set({
    ETag: object.etag,
    'Last-Modified': new Date(object.modified).toUTCString(),
    'Accept-Ranges': 'bytes',
  });
  if (req.headers['if-none-match'] === object.etag) return void res.status(304).end();
  const range = requestedRange(req, res, object);
  // Express's `set` would add a charset to the stored type.
  res.setHeader('Content-Type', object.contentType);
  for (const [parameter, header] of Object.entries(OVERRIDES)) {
    const value = parameters.get(parameter);
    if (value !== undefined) setHeader(res, header, value);
  }
  if (range) res.status(206).set('Content-Range', contentRange(range, object));
  res.set('Content-Length', String(range ? range.end - range.start + 1 : object.bytes));
  if (req.method === 'HEAD') return void res.end();
  await pipeline(objects.read(object, range ?? undefined), res);
}

function setHeader(res: Response, name: string, value: string) {
  try {
    res.setHeader(name, value);
  } catch {
    throw new S3Refusal(400, 'InvalidArgument', `${name} cannot have that value`);
  }
}

interface Range {
  start: number;
  end: number;
}

const contentRange = (range: Range, object: StoredObject) =>
  `bytes ${range.start}-${range.end}/${object.bytes}`;

/** Null for several ranges or a malformed one, which S3 answers with the whole object. */
function requestedRange(req: Request, res: Response, object: StoredObject): Range | null {
  const condition = req.headers['if-range'];
  if (condition && condition !== object.etag && condition !== res.get('last-modified')) return null;
  const ranges = req.range(object.bytes);
  if (ranges === -1) {
    res.set('Content-Range', `bytes */${object.bytes}`);
    throw new S3Refusal(416, 'InvalidRange', 'The requested range is not satisfiable');
  }
  if (!Array.isArray(ranges) || ranges.length !== 1 || ranges.type !== 'bytes') return null;
  return ranges[0] ?? null;
}

export async function storeObject(
  { objects, key, payload }: { objects: Objects; key: string; payload: string },
  req: Request,
  res: Response,
) {
  if (payload.startsWith('STREAMING-')) {
    throw new S3Refusal(501, 'NotImplemented', 'aws-chunked bodies are not implemented.');
  }
  if (req.headers['content-length'] === undefined) {
    throw new S3Refusal(411, 'MissingContentLength', 'The Content-Length header is required.');
  }
  const contentType = req.headers['content-type'] ?? 'binary/octet-stream';
  const stored = await objects.put(key, req, contentType, payload);
  res.set('ETag', stored.etag).end();
}

/** DeleteObjects: up to 1,000 keys in one XML body; a missing key counts as deleted. */
export async function deleteMany(objects: Objects, payload: string, req: Request, res: Response) {
  const body = await text(req);
  if (payload !== createHash('sha256').update(body).digest('hex')) throw hashMismatch();
  const keys = [...body.matchAll(/<Key>([^<]*)<\/Key>/g)].map(([, key = '']) => unescapeXml(key));
  if (!keys.length || keys.length > 1000) {
    throw new S3Refusal(400, 'MalformedXML', 'The XML you provided was not well-formed.');
  }
  for (const key of keys) await objects.remove(key);
  const quiet = /<Quiet>true<\/Quiet>/.test(body);
  const deleted = keys.map((key) => `<Deleted><Key>${escapeXml(key)}</Key></Deleted>`);
  res.type('application/xml').end(`<?xml version="1.0" encoding="UTF-8"?>
<DeleteResult xmlns="http://s3.amazonaws.com/doc/2006-03-01/">${quiet ? '' : deleted.join('')}</DeleteResult>`);
}

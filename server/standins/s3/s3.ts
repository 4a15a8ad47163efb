import { randomUUID } from 'node:crypto';
import { type Request, type Response, Router } from 'express';
import type { Standin, StandinAddresses, StandinTools } from '../standin.ts';
import { openObjects } from './objects.ts';
import { answerRefusal, S3Refusal } from './refusal.ts';
import { answerObject, deleteMany, storeObject } from './requests.ts';
import { checkSignature, decode, readQuery } from './signature.ts';

const BUCKET = 'episodes';
const REGION = 'us-east-1';

/** Amazon S3 over a local folder: path-style, one bucket, every request's signature checked. */
export function s3Standin(tools: StandinTools): Standin<StandinAddresses['s3']> {
  const objects = openObjects(tools.dir);
  const address = {
    endpoint: tools.url,
    publicEndpoint: tools.url,
    region: REGION,
    bucket: BUCKET,
    accessKeyId: `STANDIN${tools.secret('access-key').slice(0, 13).toUpperCase()}`,
    secretAccessKey: tools.secret('secret-key').slice(0, 40),
  };

  async function answer(req: Request, res: Response) {
    const payload = checkSignature(
      { method: req.method, target: req.originalUrl, headers: req.headers },
      address,
    );
    const [path = '', query = ''] = req.url.split('?');
    const key = keyIn(path);
    const parameters = new Map(readQuery(query));
    if (key === '') {
      if (req.method === 'HEAD') return res.end();
      if (req.method === 'POST' && parameters.has('delete'))
        return deleteMany(objects, payload, req, res);
      throw notDone();
    }
    if ([...parameters.keys()].some((name) => !/^(x-id$|x-amz-|response-)/i.test(name))) {
      throw notDone();
    }
    switch (req.method) {
      case 'GET':
      case 'HEAD':
        return answerObject(objects, key, parameters, req, res);
      case 'PUT':
        return storeObject(objects, key, payload, req, res);
      case 'DELETE':
        await objects.remove(key);
        return res.status(204).end();
      default:
        throw new S3Refusal(405, 'MethodNotAllowed', 'The method is not allowed.');
    }
  }

  const router = Router();
  router.use(async (req, res) => {
    res.set('x-amz-request-id', randomUUID());
    allowOtherOrigins(res);
    if (req.method === 'OPTIONS') return void res.status(204).end();
    try {
      await answer(req, res);
    } catch (error) {
      // Nobody is left to hear that the connection broke.
      if (res.headersSent || res.destroyed) return void res.destroy();
      if (!(error instanceof S3Refusal)) throw error;
      answerRefusal(res, req.path, error);
    }
  });
  return { router, address, close: async () => {} };
}

/** The key in `/<bucket>/<key>`, empty for the bucket itself. */
function keyIn(path: string): string {
  const [, bucket = '', ...rest] = path.split('/');
  if (decode(bucket) !== BUCKET) {
    throw new S3Refusal(404, 'NoSuchBucket', 'The specified bucket does not exist');
  }
  return decode(rest.join('/'));
}

const notDone = () =>
  new S3Refusal(501, 'NotImplemented', 'The stand-in does not implement what the request asks.');

/** As a bucket's CORS rule would: the player fetches sound from another origin than the page's. */
function allowOtherOrigins(res: Response) {
  res.set({
    'Access-Control-Allow-Origin': '*',
    'Access-Control-Allow-Methods': 'GET, HEAD',
    'Access-Control-Allow-Headers': 'Range, If-Range, If-None-Match',
    'Access-Control-Expose-Headers': 'Accept-Ranges, Content-Length, Content-Range, ETag',
    'Cross-Origin-Resource-Policy': 'cross-origin',
  });
}

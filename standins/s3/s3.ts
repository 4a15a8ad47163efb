import { randomUUID } from 'node:crypto';
import { type Request, type Response, Router } from 'express';
import type { z } from 'zod';
import type { Standin, StandinAddresses, StandinTools } from '../standin.ts';
import type { s3Account } from './account.ts';
import { allowOrigin, answerPreflight } from './cors.ts';
import { openObjects } from './objects.ts';
import { answerRefusal, S3Refusal } from './refusal.ts';
import { answerObject, deleteMany, storeObject } from './requests.ts';
import { checkSignature, decode, readQuery } from './signature.ts';

const REGION = 'us-east-1';

/** Amazon S3 on a local folder: path-style, one bucket, signatures are checked. */
export function s3Standin(tools: StandinTools): Standin<StandinAddresses['s3']> {
  const objects = openObjects(tools.dir);
  const account = () => tools.accounts.read().s3;
  const address = {
    endpoint: tools.url,
    publicEndpoint: tools.url,
    region: REGION,
    get bucket() {
      return account().bucket;
    },
    accessKeyId: `STANDIN${tools.secret('access-key').slice(0, 13).toUpperCase()}`,
    secretAccessKey: tools.secret('secret-key').slice(0, 40),
  };

  let refusals = 0;
  function checkRequestRate(): void {
    if (refusals >= account().slowDown) {
      refusals = 0;
      return;
    }
    refusals += 1;
    throw new S3Refusal(503, 'SlowDown', 'Please reduce your request rate.');
  }

  async function answer(req: Request, res: Response) {
    if (req.method === 'OPTIONS') return answerPreflight(req, res);
    checkRequestRate();
    const payload = checkSignature(
      { method: req.method, target: req.originalUrl, headers: req.headers },
      address,
    );
    const [path = '', query = ''] = req.url.split('?');
    const key = keyIn(path, address.bucket);
    const parameters = new Map(readQuery(query));
    if (key === '') {
      if (req.method === 'HEAD') return res.end();
      if (req.method === 'POST' && parameters.has('delete')) {
        checkBulkDelete(account().bulkDelete, req);
        return deleteMany(objects, payload, req, res);
      }
      throw notImplemented();
    }
    if ([...parameters.keys()].some((name) => !/^(x-id$|x-amz-|response-)/i.test(name))) {
      throw notImplemented();
    }
    switch (req.method) {
      case 'GET':
      case 'HEAD':
        return answerObject({ objects, key, parameters }, req, res);
      case 'PUT':
        return storeObject({ objects, key, payload }, req, res);
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
    allowOrigin(account().origins, req, res);
    try {
      await answer(req, res);
    } catch (error) {
      // A broken connection cannot be answered.
      if (res.headersSent || res.destroyed) return void res.destroy();
      if (!(error instanceof S3Refusal)) throw error;
      answerRefusal(res, req.path, error);
    }
  });
  return { router, address, close: async () => {} };
}

/** Empty for the bucket itself. */
function keyIn(path: string, ownBucket: string): string {
  const [, bucket = '', ...rest] = path.split('/');
  if (decode(bucket) !== ownBucket) {
    throw new S3Refusal(404, 'NoSuchBucket', 'The specified bucket does not exist');
  }
  return decode(rest.join('/'));
}

const notImplemented = () =>
  new S3Refusal(501, 'NotImplemented', 'The stand-in does not implement this request.');

/** Some S3-compatible stores require a Content-MD5 or lack DeleteObjects. */
function checkBulkDelete(support: z.infer<typeof s3Account>['bulkDelete'], req: Request): void {
  if (support === 'none') throw notImplemented();
  if (support === 'md5' && !req.get('content-md5')) {
    const words = 'Missing required header for this request: Content-MD5';
    throw new S3Refusal(400, 'InvalidRequest', words);
  }
}

import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import {
  DeleteObjectCommand,
  DeleteObjectsCommand,
  GetObjectCommand,
  HeadObjectCommand,
  PutObjectCommand,
  S3Client,
  type S3ClientConfig,
  S3ServiceException,
} from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import { z } from 'zod';
import { ProviderFailure, type ProviderTrouble, timed } from '../kit/provider.ts';
import { dispositionOf, type Storage, type StoredFile, storedWith } from './storage.ts';

export interface S3Options {
  bucket: string;
  region: string;
  accessKeyId: string;
  secretAccessKey: string;
  /** Null for Amazon. */
  endpoint: string | null;
  /** The server's address for browsers; null for `endpoint`. */
  publicEndpoint: string | null;
  /** Timeout of one call with its body, ms; a stalled socket ends after 15 s anyway. */
  patience?: number;
}

/** Milliseconds: enough for the longest episode, 24 MB, at 40 kB/s. */
const PATIENCE = 600_000;

type Ask = <T>(what: (abortSignal: AbortSignal) => Promise<T>) => Promise<T>;

/** Every method throws `ProviderFailure` if the bucket does not work. */
export function s3Storage(options: S3Options): Storage {
  const { bucket: Bucket, endpoint, patience = PATIENCE } = options;
  const client = new S3Client(clientConfig(options, endpoint));
  // A link is signed for the host that browsers use, which may differ from ours.
  const links = new S3Client(clientConfig(options, options.publicEndpoint ?? endpoint));

  const ask: Ask = (what) =>
    timed('S3', async () => {
      try {
        return await what(AbortSignal.timeout(patience));
      } catch (error) {
        throw s3Failure(error);
      }
    });
  const askFor = <T>(what: (abortSignal: AbortSignal) => Promise<T>): Promise<T | null> =>
    ask((signal) =>
      what(signal).catch((error) => {
        if (isMissing(error)) return null;
        throw error;
      }),
    );

  const head = (Key: string): Promise<StoredFile | null> =>
    askFor(async (abortSignal) => {
      const answer = await client.send(new HeadObjectCommand({ Bucket, Key }), { abortSignal });
      checkAnswer(answer);
      return {
        bytes: answer.ContentLength ?? 0,
        contentType: answer.ContentType ?? 'application/octet-stream',
        etag: answer.ETag,
        changedAt: answer.LastModified,
      };
    });
  const put = (Key: string, Body: Buffer | Readable, ContentType: string, ContentLength?: number) =>
    ask(async (abortSignal) => {
      const command = new PutObjectCommand({ Bucket, Key, Body, ContentType, ContentLength });
      checkAnswer(await client.send(command, { abortSignal }));
    });

  return {
    provider: 'S3',
    head,
    put,
    async putFile(key, file, contentType) {
      const { size } = await stat(file);
      const body = createReadStream(file);
      await put(key, body, contentType, size).finally(() => body.destroy());
      return storedWith(size, key, { provider: 'S3', head });
    },
    get: (Key) =>
      askFor(async (abortSignal) => {
        const answer = await client.send(new GetObjectCommand({ Bucket, Key }), { abortSignal });
        checkAnswer(answer);
        return Buffer.from((await answer.Body?.transformToByteArray()) ?? []);
      }),
    remove: openRemoval(client, Bucket, ask),
    link(Key, { expiresIn, downloadName }) {
      const name = downloadName === undefined ? undefined : dispositionOf(downloadName);
      const command = new GetObjectCommand({ Bucket, Key, ResponseContentDisposition: name });
      return getSignedUrl(links, command, { expiresIn });
    },
  };
}

function clientConfig(options: S3Options, endpoint: string | null): S3ClientConfig {
  const { region, accessKeyId, secretAccessKey, patience = PATIENCE } = options;
  return {
    region,
    credentials: { accessKeyId, secretAccessKey },
    ...(endpoint ? { endpoint, forcePathStyle: true } : {}),
    // Otherwise compatible servers store the SDK's checksum framing inside the object.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    maxAttempts: 3,
    requestHandler: {
      connectionTimeout: Math.min(5_000, patience),
      socketTimeout: Math.min(15_000, patience),
    },
  };
}

/** S3 includes an ETag in every response about an object; an error page of a proxy has none. */
function checkAnswer(answer: { ETag?: string | undefined }) {
  if (answer.ETag) return;
  throw new ProviderFailure('S3', 'broken', 'the answer did not come from S3');
}

/** DeleteObjects accepts at most this many keys. */
const BATCH = 1000;
const AT_ONCE = 10;

/**
 * The SDK sends a newer checksum than the Content-MD5 that some compatible stores require. There,
 * objects are deleted one at a time.
 */
function openRemoval(client: S3Client, Bucket: string, ask: Ask) {
  let takesMany = true;

  /** Returns false if the store does not support the request. */
  async function removeMany(keys: string[], abortSignal: AbortSignal): Promise<boolean> {
    const Objects = keys.map((Key) => ({ Key }));
    const command = new DeleteObjectsCommand({ Bucket, Delete: { Objects } });
    const answer = await client.send(command, { abortSignal }).catch((error: unknown) => {
      if (isUnsupported(error)) return null;
      throw error;
    });
    if (!answer || answer.Deleted?.length === keys.length) return answer !== null;
    const reason = answer.Errors?.[0]?.Message ?? 'the answer names other objects';
    throw new ProviderFailure('S3', 'broken', `not everything was deleted: ${reason}`);
  }

  async function removeOne(Key: string, abortSignal: AbortSignal): Promise<void> {
    const command = new DeleteObjectCommand({ Bucket, Key });
    const { $metadata } = await client.send(command, { abortSignal });
    if ($metadata.httpStatusCode === 204) return;
    throw new ProviderFailure('S3', 'broken', 'the answer to a removal did not come from S3');
  }

  return async (keys: string[]): Promise<void> => {
    for (let from = 0; from < keys.length; from += BATCH) {
      const batch = keys.slice(from, from + BATCH);
      if (takesMany) takesMany = await ask((signal) => removeMany(batch, signal));
      if (takesMany) continue;
      for (let at = 0; at < batch.length; at += AT_ONCE) {
        const some = batch.slice(at, at + AT_ONCE);
        await Promise.all(some.map((key) => ask((signal) => removeOne(key, signal))));
      }
    }
  };
}

/** A HEAD response has no body, so its error has no proper name. */
function isMissing(error: unknown): boolean {
  return error instanceof S3ServiceException && ['NoSuchKey', 'NotFound'].includes(error.name);
}

/** The store may lack the whole request, or want the Content-MD5 that the SDK omits. */
function isUnsupported(error: unknown): boolean {
  if (!(error instanceof S3ServiceException)) return false;
  if (error.name === 'NotImplemented' || statusOf(error) === 501) return true;
  return statusOf(error) === 400 && /md5|checksum|digest/i.test(`${error.name} ${error.message}`);
}

function s3Failure(error: unknown): ProviderFailure {
  if (error instanceof ProviderFailure) return error;
  const status = statusOf(error);
  const name = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
  return new ProviderFailure('S3', troubleOf(error, status), `${status ?? 'no answer'} ${name}`, {
    cause: error,
  });
}

const answered = z.object({ $metadata: z.object({ httpStatusCode: z.number() }) });

const statusOf = (error: unknown) => answered.safeParse(error).data?.$metadata.httpStatusCode;

/** Codes of transient 4xx errors (docs.aws.amazon.com/AmazonS3/latest/API/ErrorResponses.html). */
const PASSING = ['RequestTimeout', 'OperationAborted', 'TemporaryRedirect'];
/** A wrong bucket or region: every call fails until the configuration is fixed. */
const MISCONFIGURED = ['NoSuchBucket', 'AuthorizationHeaderMalformed', 'ExpiredToken'];

function troubleOf(error: unknown, status: number | undefined): ProviderTrouble {
  if (error instanceof SyntaxError) return 'broken';
  if (error instanceof Error && PASSING.includes(error.name)) return 'busy';
  if (status === undefined || status === 408 || status === 429 || status >= 500) return 'busy';
  if (status < 300) return 'broken';
  const known = error instanceof Error && MISCONFIGURED.includes(error.name);
  return known || [301, 401, 403].includes(status) ? 'refused' : 'rejected';
}

import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import {
  GetObjectCommand,
  HeadObjectCommand,
  PutObjectCommand,
  S3Client,
  type S3ClientConfig,
} from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import { ProviderFailure, timed } from '../kit/provider.ts';
import { dispositionOf } from './disposition.ts';
import { openRemoval } from './openRemoval.ts';
import { isMissing, s3Failure } from './s3Failure.ts';
import type { Storage, StoredFile } from './storage.ts';

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

/** Every method throws `ProviderFailure` if the bucket does not work. */
export function s3Storage(options: S3Options): Storage {
  const { bucket, endpoint, patience = PATIENCE } = options;
  const client = new S3Client(clientConfig(options, endpoint));
  // A link is signed for the host that browsers use, which may differ from ours.
  const links = new S3Client(clientConfig(options, options.publicEndpoint ?? endpoint));

  function ask<T>(what: (abortSignal: AbortSignal) => Promise<T>): Promise<T> {
    return timed('S3', async () => {
      try {
        return await what(AbortSignal.timeout(patience));
      } catch (error) {
        throw s3Failure(error);
      }
    });
  }

  async function askFor<T>(what: (abortSignal: AbortSignal) => Promise<T>): Promise<T | null> {
    return ask((signal) =>
      what(signal).catch((error) => {
        if (isMissing(error)) return null;
        throw error;
      }),
    );
  }

  const head = (key: string): Promise<StoredFile | null> =>
    askFor(async (abortSignal) => {
      const command = new HeadObjectCommand({ Bucket: bucket, Key: key });
      const answer = await client.send(command, { abortSignal });
      checkAnswer(answer);
      return {
        bytes: answer.ContentLength ?? 0,
        contentType: answer.ContentType ?? 'application/octet-stream',
        etag: answer.ETag,
        changedAt: answer.LastModified,
      };
    });

  return {
    provider: 'S3',
    head,

    put: (key, body, contentType) =>
      ask(async (abortSignal) => {
        const command = new PutObjectCommand({
          Bucket: bucket,
          Key: key,
          Body: body,
          ContentType: contentType,
        });
        checkAnswer(await client.send(command, { abortSignal }));
      }),

    async putFile(key, file, contentType) {
      const { size } = await stat(file);
      const body = createReadStream(file);
      await ask(async (abortSignal) => {
        const command = new PutObjectCommand({
          Bucket: bucket,
          Key: key,
          Body: body,
          ContentLength: size,
          ContentType: contentType,
        });
        checkAnswer(await client.send(command, { abortSignal }));
      }).finally(() => body.destroy());
      const stored = await head(key);
      if (stored?.bytes === size) return stored;
      throw new ProviderFailure(
        'S3',
        'broken',
        `${key} was stored as ${stored?.bytes ?? 'no'} bytes instead of ${size}`,
      );
    },

    get: (key) =>
      askFor(async (abortSignal) => {
        const command = new GetObjectCommand({ Bucket: bucket, Key: key });
        const answer = await client.send(command, { abortSignal });
        checkAnswer(answer);
        return Buffer.from((await answer.Body?.transformToByteArray()) ?? []);
      }),

    remove: openRemoval(client, bucket, ask),

    link: (key, { expiresIn, downloadName }) =>
      getSignedUrl(
        links,
        new GetObjectCommand({
          Bucket: bucket,
          Key: key,
          ResponseContentDisposition:
            downloadName === undefined ? undefined : dispositionOf(downloadName),
        }),
        { expiresIn },
      ),
  };
}

function clientConfig(options: S3Options, endpoint: string | null): S3ClientConfig {
  const { patience = PATIENCE } = options;
  return {
    region: options.region,
    credentials: {
      accessKeyId: options.accessKeyId,
      secretAccessKey: options.secretAccessKey,
    },
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

import { DeleteObjectCommand, DeleteObjectsCommand, type S3Client } from '@aws-sdk/client-s3';
import { ProviderFailure } from '../kit/provider.ts';
import { isUnsupported } from './s3Failure.ts';

/** DeleteObjects accepts at most this many keys. */
const BATCH = 1000;
const AT_ONCE = 10;

type Ask = <T>(what: (abortSignal: AbortSignal) => Promise<T>) => Promise<T>;

/**
 * The SDK sends a newer checksum than the Content-MD5 that some compatible stores require. There,
 * objects are deleted one at a time.
 */
export function openRemoval(client: S3Client, bucket: string, ask: Ask) {
  let takesMany = true;

  async function removeMany(keys: string[], abortSignal: AbortSignal): Promise<void> {
    const Objects = keys.map((Key) => ({ Key }));
    const command = new DeleteObjectsCommand({ Bucket: bucket, Delete: { Objects } });
    const answer = await client.send(command, { abortSignal });
    if (answer.Deleted?.length === keys.length) return;
    const reason = answer.Errors?.[0]?.Message ?? 'the answer names other objects';
    throw new ProviderFailure('S3', 'broken', `not everything was deleted: ${reason}`);
  }

  async function removeOne(Key: string, abortSignal: AbortSignal): Promise<void> {
    const command = new DeleteObjectCommand({ Bucket: bucket, Key });
    const { $metadata } = await client.send(command, { abortSignal });
    if ($metadata.httpStatusCode === 204) return;
    throw new ProviderFailure('S3', 'broken', 'the answer to a removal did not come from S3');
  }

  /** False if the store does not support the request. */
  const triedMany = (keys: string[]) =>
    ask(async (signal) => {
      try {
        await removeMany(keys, signal);
      } catch (error) {
        if (!isUnsupported(error)) throw error;
        takesMany = false;
      }
      return takesMany;
    });

  return async (keys: string[]): Promise<void> => {
    for (let from = 0; from < keys.length; from += BATCH) {
      const batch = keys.slice(from, from + BATCH);
      if (takesMany && (await triedMany(batch))) continue;
      for (let at = 0; at < batch.length; at += AT_ONCE) {
        const some = batch.slice(at, at + AT_ONCE);
        await Promise.all(some.map((key) => ask((signal) => removeOne(key, signal))));
      }
    }
  };
}

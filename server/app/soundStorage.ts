import path from 'node:path';
import type { RequestHandler } from 'express';
import { folderStorage } from '../base/files/folder.ts';
import { type S3Options, s3Storage } from '../base/files/s3Storage.ts';
import type { Storage } from '../base/files/storage.ts';
import { type LinkSigner, storedFiles } from '../base/files/storedFiles.ts';

interface SoundStorage {
  storage: Storage;
  /** The bucket's host, from which browsers get sound, too; null for a folder. */
  mediaOrigin: string | null;
  /** Answers the links of a folder; null for a bucket. */
  storedFiles: RequestHandler | null;
}

export async function openSoundStorage({
  s3,
  dataDir,
  signer,
}: {
  s3: S3Options | null;
  dataDir: string;
  signer: LinkSigner;
}): Promise<SoundStorage> {
  if (s3) {
    const storage = s3Storage(s3);
    // Only the SDK knows the host of a bucket with this name.
    const link = await storage.link('origin', { expiresIn: 60 });
    return { storage, mediaOrigin: new URL(link).origin, storedFiles: null };
  }
  const dir = path.join(dataDir, 'sound');
  const storage = folderStorage({ dir, signer });
  return { storage, mediaOrigin: null, storedFiles: storedFiles({ dir, storage, signer }) };
}

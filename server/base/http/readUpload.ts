import type { Request } from 'express';
import { Problem } from '#shared/problem.ts';
import { expectUpload } from './arrival.ts';

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
  expectUpload(req);
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of req.iterator({ destroyOnReturn: false })) {
    bytes += chunk.length;
    if (bytes > most) throw refuse();
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

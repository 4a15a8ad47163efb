import { pipeline, type Readable } from 'node:stream';
import { createBrotliDecompress, createGunzip } from 'node:zlib';
import type { Dispatcher } from 'undici';
import { NotRead } from './notRead.ts';

/** @throws {NotRead} `too-large` beyond `most` bytes, before or after decompression */
export async function readBody(
  { headers, body }: Pick<Dispatcher.ResponseData, 'headers' | 'body'>,
  most: number,
): Promise<Buffer> {
  if (Number(headers['content-length']) > most) throw new NotRead('too-large');
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of decompress(body, headers['content-encoding'])) {
    bytes += chunk.length;
    if (bytes > most) throw new NotRead('too-large');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

function decompress(body: Readable, encoding: string | string[] | undefined): Readable {
  switch (encoding ?? 'identity') {
    case 'identity':
      return body;
    case 'gzip':
    case 'x-gzip':
      return pipeline(body, createGunzip(), () => {});
    case 'br':
      return pipeline(body, createBrotliDecompress(), () => {});
    default:
      // We asked for no other. Two in a row are a zip bomb's way round the bound.
      throw new NotRead('wrong-type');
  }
}

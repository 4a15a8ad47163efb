import type { Response } from 'express';

/**
 * Cuts the connection at half of the Content-Length, else within 20,000 bytes. An answer without a
 * body is not sent.
 */
export function cutAnswer(res: Response) {
  const write = res.write.bind(res);
  const sever = () => res.socket?.destroy();
  let left: number | undefined;

  const writePart = (chunk: unknown, written?: () => void): boolean => {
    const bytes = Buffer.isBuffer(chunk) ? chunk : Buffer.from(chunk as string | Uint8Array);
    left ??= allowance(res);
    if (left === 0) return false;
    const part = bytes.subarray(0, left);
    left -= part.length;
    return write(part, left > 0 ? written : sever);
  };

  res.write = ((chunk: unknown, ...rest: unknown[]) =>
    writePart(chunk, rest.find(isCallback))) as typeof res.write;
  res.end = ((chunk: unknown) => {
    if (chunk && !isCallback(chunk)) writePart(chunk, sever);
    else if (left !== 0) sever();
    return res;
  }) as typeof res.end;
}

const isCallback = (value: unknown): value is () => void => typeof value === 'function';

function allowance(res: Response): number {
  const length = Number(res.getHeader('content-length'));
  return length > 1 ? Math.floor(length / 2) : 1 + Math.floor(Math.random() * 20_000);
}

import { EventEmitter, once } from 'node:events';
import { PassThrough } from 'node:stream';
import type { LineRow } from '../../episodes/log/lease.ts';
import { asks } from '../../writing/script/asks.ts';
import type { Piece } from './lineReader.ts';

/** Sizes of the first pieces that are read and spoken: short, because somebody waits for them. */
export const OPENING_PIECES = [3, 6] as const;

/** `hand` also gets the average time in which one line was written, ms. */
export function openPieces(
  sizes: readonly number[],
  hand: (rows: LineRow[], pace: number) => void,
) {
  const began = performance.now();
  const left = [...sizes];
  let piece: LineRow[] = [];
  let count = 0;
  function end(): void {
    if (piece.length) hand(piece, (performance.now() - began) / count);
    piece = [];
  }
  return {
    end,
    add(row: LineRow): void {
      piece.push(row);
      count++;
      // A question stays with its answer.
      if (piece.length < (left[0] ?? Number.POSITIVE_INFINITY) || asks(row)) return;
      left.shift();
      end();
    },
  };
}

export type ReadingQueue = ReturnType<typeof openReadingQueue>;

export function openReadingQueue() {
  const pieces = new PassThrough({ objectMode: true });
  // Whoever takes pieces gets the error; without anybody it must not end the process.
  pieces.on('error', () => {});
  const readings = new EventEmitter();
  const sections: (number | undefined)[] = [];
  return {
    pieces: pieces as AsyncIterable<Piece>,
    add(piece: Piece): void {
      sections.push(piece.rows[0]?.section);
      pieces.write(piece);
    },
    /** Call when the piece that was taken last is read. */
    done(): void {
      sections.shift();
      readings.emit('read');
    },
    /** Resolves once fewer than `most` sections have pieces that wait or are being read. */
    async below(most: number, signal: AbortSignal): Promise<void> {
      while (new Set(sections).size >= most) await once(readings, 'read', { signal });
    },
    end: () => void pieces.end(),
    fail: (error: Error) => void pieces.destroy(error),
  };
}

import { EventEmitter, once } from 'node:events';
import { PassThrough } from 'node:stream';
import type { LineRow } from '../../episodes/log/lease.ts';
import { asks } from '../../writing/script/asks.ts';
import type { Piece } from './lineReader.ts';

/** An episode's first lines are read, and spoken, in pieces of so many: somebody waits for them. */
export const OPENING_PIECES = [3, 6] as const;

/**
 * Gathers lines into pieces: the first of these sizes, the rest as a whole. `hand` takes each with the time
 * in which one of its lines was written, ms.
 */
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
    /** The piece ends here. */
    end,
    add(row: LineRow): void {
      piece.push(row);
      count++;
      // A question goes with its answer.
      if (piece.length < (left[0] ?? Number.POSITIVE_INFINITY) || asks(row)) return;
      left.shift();
      end();
    },
  };
}

export type ReadingQueue = ReturnType<typeof openReadingQueue>;

/** Pieces of a script on their way from the writer to the reader, who takes one after the other. */
export function openReadingQueue() {
  const pieces = new PassThrough({ objectMode: true });
  // Whoever takes them hears of it; without anybody it must not end the process.
  pieces.on('error', () => {});
  const readings = new EventEmitter();
  /** The sections of those that are waiting or being read. */
  const sections: (number | undefined)[] = [];
  return {
    pieces: pieces as AsyncIterable<Piece>,
    add(piece: Piece): void {
      sections.push(piece.rows[0]?.section);
      pieces.write(piece);
    },
    /** The piece that was taken last is read. */
    done(): void {
      sections.shift();
      readings.emit('read');
    },
    /** Resolves once fewer sections than that have pieces that are waiting or being read. */
    async below(most: number, signal: AbortSignal): Promise<void> {
      while (new Set(sections).size >= most) await once(readings, 'read', { signal });
    },
    /** Nothing follows. */
    end: () => void pieces.end(),
    /** The writer has failed: whoever takes pieces gets its error. */
    fail: (error: Error) => void pieces.destroy(error),
  };
}

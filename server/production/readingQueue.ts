import { EventEmitter, once } from 'node:events';
import { PassThrough } from 'node:stream';
import type { Piece } from './readLines.ts';

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

import { once } from 'node:events';
import { type AddressInfo, createServer, connect as dial, type Socket } from 'node:net';

export interface SmtpProxy {
  url: string;
  /**
   * Stops every message with these words for good, before the server receives it or when it
   * confirms it. Returns a function that counts them.
   */
  stop(where: 'before' | 'answered', words: string): () => number;
  /** Lets new messages through again; stopped ones stay stopped. */
  open(): void;
  close(): void;
}

export async function openSmtpProxy(server: string): Promise<SmtpProxy> {
  const real = new URL(server);
  const sockets = new Set<Socket>();
  let barrier: { where: 'before' | 'answered'; words: string; stopped: number } | null = null;

  const proxy = createServer((sender) => {
    const taker = dial(Number(real.port), real.hostname);
    for (const [one, other] of [
      [sender, taker],
      [taker, sender],
    ] as const) {
      sockets.add(one);
      one.on('error', () => other.destroy());
      one.on('close', () => {
        sockets.delete(one);
        other.destroy();
      });
    }
    let said = '';
    let isStopped = false;
    sender.on('data', (piece) => {
      said += piece.toString('latin1');
      const ours = barrier && said.includes(barrier.words) ? barrier : null;
      if (isStopped) return;
      if (ours?.where === 'before') {
        isStopped = true;
        ours.stopped += 1;
        return;
      }
      // A message ends with a line of one dot (RFC 5321, 4.1.1.4).
      if (ours && said.endsWith('\r\n.\r\n')) {
        isStopped = true;
        taker.once('data', () => {
          ours.stopped += 1;
        });
      }
      taker.write(piece);
    });
    taker.on('data', (piece) => {
      if (!isStopped) sender.write(piece);
    });
  }).listen(0, '127.0.0.1');
  await once(proxy, 'listening');

  const url = new URL(server);
  url.port = String((proxy.address() as AddressInfo).port);
  return {
    url: url.href,
    stop(where, words) {
      const mine = { where, words, stopped: 0 };
      barrier = mine;
      return () => mine.stopped;
    },
    open() {
      barrier = null;
    },
    close() {
      proxy.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}

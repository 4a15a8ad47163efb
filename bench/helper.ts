import { fork } from 'node:child_process';
import { once } from 'node:events';

/** A program in another process that answers messages, one at a time. */
export interface Helper {
  pid: number;
  /** Sends a message and resolves with the answer. Rejects if the process ends instead. */
  ask<Answer>(message: unknown): Promise<Answer>;
  close(): Promise<void>;
}

/** Starts it with production settings. It exits when the measuring process does. */
export function openHelper(file: URL, words: string[] = []): Helper {
  const child = fork(file, words, {
    env: { ...process.env, NODE_ENV: 'production' },
  });
  const ended = once(child, 'exit');
  return {
    pid: child.pid ?? 0,
    async ask<Answer>(message: unknown) {
      const answered = once(child, 'message');
      child.send(message as object);
      const [answer] = await Promise.race([
        answered,
        ended.then(([code]) => {
          throw new Error(`${file.pathname} ended with ${code}`);
        }),
      ]);
      return answer as Answer;
    },
    async close() {
      if (child.connected) child.disconnect();
      await ended;
    },
  };
}

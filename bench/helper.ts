import { fork } from 'node:child_process';
import { once } from 'node:events';

export interface Helper {
  pid: number;
  /** Rejects if the process ends before it answers. */
  ask<Answer>(message: unknown): Promise<Answer>;
  close(): Promise<void>;
}

/** The helper runs with production settings, and exits when this process does. */
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

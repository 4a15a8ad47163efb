// A separate process: concurrent clients try passwords. Each try has a new account and a new
// network, so that no rate limit applies. Replies to a message with the number of answers by
// status.
import { once } from 'node:events';
import { Agent, request } from 'node:http';

export interface Flood {
  /** URL of the product, which must trust one proxy. */
  url: string;
  atOnce: number;
  seconds: number;
}

export type Answers = Record<number, number>;

if (process.argv[1] === import.meta.filename) {
  process.on('message', async (flood: Flood) => process.send?.(await pour(flood)));
}

async function pour({ url, atOnce, seconds }: Flood): Promise<Answers> {
  const agent = new Agent({ keepAlive: true });
  const answers: Answers = {};
  const until = performance.now() + seconds * 1000;
  let tried = 0;
  const stranger = async () => {
    while (performance.now() < until) {
      const status = await guess(url, tried++, agent);
      answers[status] = (answers[status] ?? 0) + 1;
    }
  };
  await Promise.all(Array.from({ length: atOnce }, stranger));
  agent.destroy();
  return answers;
}

async function guess(url: string, number: number, agent: Agent): Promise<number> {
  const sent = request(`${url}/api/auth/login`, {
    method: 'POST',
    agent,
    headers: {
      'content-type': 'application/json',
      origin: url,
      // 10.0.0.0/8 has sixteen million addresses.
      'x-forwarded-for': `10.${number >> 16}.${(number >> 8) & 255}.${number & 255}`,
    },
  });
  sent.end(JSON.stringify({ email: `stranger${number}@example.com`, password: 'a guess' }));
  const [reply] = await once(sent, 'response');
  await once(reply.resume(), 'end');
  return reply.statusCode;
}

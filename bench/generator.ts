// A process of its own, so that what the measuring process does delays no request: asks a server at
// a fixed rate, whether it answers or not (an open loop), and answers how long each reply took.
import { once } from 'node:events';
import { Agent, get } from 'node:http';
import { setTimeout as pause, setImmediate as tick } from 'node:timers/promises';

/** What is asked, each address in turn. */
export interface Stream {
  urls: string[];
  /** The session; empty asks as a stranger. */
  cookie: string;
  /** Requests a second. */
  rate: number;
  seconds: number;
}

export interface Fired {
  /** From when each request was due to the last byte of its reply, ms, in the order they were due. */
  latencies: number[];
  /** How much later than due each was sent, ms: the generator's own share of the above. */
  lateness: number[];
  /** Replies that were not 200, or did not come. */
  failures: number;
}

/** After this a reply is one that did not come, ms. */
const PATIENCE = 10_000;
/** A timer may be so late, ms: the rest is waited for in the event loop. */
const TIMER = 1;

if (process.argv[1] === import.meta.filename) {
  process.on('message', async (stream: Stream) => process.send?.(await fire(stream)));
}

async function fire({ urls, cookie, rate, seconds }: Stream): Promise<Fired> {
  const agent = new Agent({ keepAlive: true });
  const start = performance.now() + 10;
  const lateness: number[] = [];
  const replies: Promise<{ latency: number; good: boolean }>[] = [];
  for (let index = 0; index < rate * seconds; index++) {
    const due = start + (index * 1000) / rate;
    await until(due);
    lateness.push(performance.now() - due);
    const reply = read(urls[index % urls.length] ?? '', cookie, agent);
    replies.push(reply.then((good) => ({ latency: performance.now() - due, good })));
  }
  const all = await Promise.all(replies);
  agent.destroy();
  return {
    latencies: all.map(({ latency }) => latency),
    lateness,
    failures: all.filter(({ good }) => !good).length,
  };
}

async function until(due: number): Promise<void> {
  const left = due - performance.now();
  if (left > TIMER) await pause(Math.floor(left - TIMER));
  while (performance.now() < due) await tick();
}

async function read(url: string, cookie: string, agent: Agent): Promise<boolean> {
  try {
    const request = get(url, { agent, headers: { cookie }, timeout: PATIENCE });
    request.once('timeout', () => request.destroy(new Error('no reply in time')));
    const [reply] = await once(request, 'response');
    await once(reply.resume(), 'end');
    return reply.statusCode === 200;
  } catch {
    return false;
  }
}

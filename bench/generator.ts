// An open-loop load generator: sends requests at a fixed rate, answered or not, and replies with
// their latencies. It is a separate process, so that the measuring one does not delay requests.
import { once } from 'node:events';
import { Agent, get } from 'node:http';
import { setTimeout as pause, setImmediate as tick } from 'node:timers/promises';

export interface Stream {
  urls: string[];
  /** The session cookie; empty when signed out. */
  cookie: string;
  /** Requests per second. */
  rate: number;
  seconds: number;
}

export interface Fired {
  /** From each request's scheduled time to the last byte of its reply, ms, in that order. */
  latencies: number[];
  /** Delay between scheduled and actual sending, ms: the generator's share of the latency. */
  lateness: number[];
  failures: number;
}

/** A slower reply counts as a failure, ms. */
const REPLY_TIMEOUT = 10_000;
/** Timers may fire this late, ms, so the last part of a wait spins the event loop. */
const TIMER_ERROR = 1;

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
  if (left > TIMER_ERROR) await pause(Math.floor(left - TIMER_ERROR));
  while (performance.now() < due) await tick();
}

async function read(url: string, cookie: string, agent: Agent): Promise<boolean> {
  try {
    const request = get(url, { agent, headers: { cookie }, timeout: REPLY_TIMEOUT });
    request.once('timeout', () => request.destroy(new Error('no reply in time')));
    const [reply] = await once(request, 'response');
    await once(reply.resume(), 'end');
    return reply.statusCode === 200;
  } catch {
    return false;
  }
}

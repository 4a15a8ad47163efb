import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { openBuyer } from '../server/testing/buyer.ts';
import { cookieOf } from '../server/testing/cookie.ts';
import { pdfs } from '../standins/web/pdfs.ts';
import type { Figure, Result } from './figures.ts';
import { type Answers, type Flood, PASSWORD, send } from './flood.ts';
import { openHelper } from './processes.ts';
import { IN_PRODUCTION, type Stage } from './stage.ts';
import { percentile } from './statistics.ts';

const AT_ONCE = 30;
const PEOPLE = { usual: 12, quick: 4 };
/** A time that nobody notices, ms. Below it, doubling is not a failure. */
const IMPERCEPTIBLE = 250;

const WAYS = ['signs in', 'uploads', 'opens a payment'] as const;
type Way = (typeof WAYS)[number];
type Times = Record<Way, number[]>;

export async function measureShares(stage: Stage, quick: boolean): Promise<Result> {
  console.log('Signing in, uploading and paying, quiet and beside somebody who misbehaves');
  const product = await stage.startProduct({ ...IN_PRODUCTION, TRUST_PROXY: '1' });
  const helper = openHelper(new URL('./flood.ts', import.meta.url));
  const people = quick ? PEOPLE.quick : PEOPLE.usual;
  const { url } = product;
  try {
    const bad = await openBuyer(url, stage);
    const { cookie, email } = bad;
    const voices = await bad.voices();
    const orderId = await placeOrder(url, cookie, email, voices);
    const floods: Record<Way, Pick<Flood, 'path' | 'body'>> = {
      'signs in': { path: '/api/auth/login', body: { email, password: PASSWORD } },
      uploads: { path: '/api/sources', body: 'slow PDF' },
      'opens a payment': { path: `/api/orders/${orderId}/checkout`, body: {} },
    };
    await comeAll(url, voices, 2);
    const quiet = await comeAll(url, voices, people);
    const figures: Figure[] = [];
    const answered: Partial<Record<Way, Answers>> = {};
    for (const way of WAYS) {
      const flood: Flood = { url, cookie, ...floods[way], atOnce: AT_ONCE, seconds: 20 };
      const answers = helper.ask<Answers>(flood);
      await pause(1000);
      const beside = await comeAll(url, voices, people);
      answered[way] = await answers;
      figures.push(...figuresOf(way, quiet, beside));
      await stage.pool.query('delete from rate_limits');
    }
    return {
      area: 'shares',
      figures,
      notes: [
        `${people} people one after the other, each with an account and a network of their own, sign in, upload a PDF of a line and open a payment: quiet, and beside one account that does one of these ${AT_ONCE} times at once, again and again. Medians.`,
        `The goal is twice the quiet time, or ${IMPERCEPTIBLE} ms, whichever is more.`,
      ],
      details: { quiet, answered },
    };
  } finally {
    await helper.close();
    await product.end('SIGTERM');
  }
}

function figuresOf(way: Way, quiet: Times, beside: Times): Figure[] {
  return WAYS.map((did) => {
    const [alone, then] = [percentile(quiet[did], 0.5), percentile(beside[did], 0.5)];
    return {
      name: `somebody ${way} ${AT_ONCE} times at once; another one ${did}`,
      value: then,
      unit: 'ms',
      goal: { atMost: Math.max(2 * alone, IMPERCEPTIBLE) },
      note: `quiet ${alone.toFixed(0)} ms`,
    };
  });
}

async function comeAll(url: string, voices: string[], people: number): Promise<Times> {
  const times: Times = { 'signs in': [], uploads: [], 'opens a payment': [] };
  for (let n = 1; n <= people; n++) {
    const address = `198.51.100.${n}`;
    const email = `${randomUUID()}@example.com`;
    const nobody = { url, cookie: '' };
    const took = async (way: Way, cookie: string, path: string, body: object | Buffer) => {
      const began = performance.now();
      const reply = await send({ url, cookie }, address, path, body);
      await reply.arrayBuffer();
      if (!reply.ok) throw new Error(`${path} answered ${reply.status}`);
      times[way].push(performance.now() - began);
      return reply;
    };
    await send(nobody, address, '/api/auth/register', { email, password: PASSWORD });
    const signedIn = await took('signs in', '', '/api/auth/login', { email, password: PASSWORD });
    const cookie = cookieOf({ headers: { 'set-cookie': signedIn.headers.getSetCookie() } });
    // A small page, which its end makes unlike any other.
    const pdf = Buffer.concat([pdfs.ordinary(), Buffer.from(`\n%${randomUUID()}`)]);
    await took('uploads', cookie, '/api/sources', pdf);
    const orderId = await placeOrder(url, cookie, email, voices);
    await took('opens a payment', cookie, `/api/orders/${orderId}/checkout`, {});
  }
  return times;
}

async function placeOrder(url: string, cookie: string, email: string, voices: string[]) {
  const [voice1Id, voice2Id] = voices;
  const orderRequest = { topic: 'Why do cats purr?', duration: 10, voice1Id, voice2Id, email };
  const reply = await send({ url, cookie }, '198.51.100.250', '/api/orders', orderRequest);
  return ((await reply.json()) as { order: { id: string } }).order.id;
}

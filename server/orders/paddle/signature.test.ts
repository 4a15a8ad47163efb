import { createHmac } from 'node:crypto';
import { describe, expect, it, vi } from 'vitest';
import { log } from '../../base/kit/log.ts';
import { paddlePayments } from './paddlePayments.ts';
import { checkSignature } from './signature.ts';

const secret = 'pdl_ntfset_test';
const now = Date.UTC(2026, 0, 15, 12);
const seconds = Math.floor(now / 1000);
const body = Buffer.from('{"event_id":"evt_1","data":{"total": "599"}}');

const h1 = (text: Buffer | string, time = seconds, key = secret) =>
  createHmac('sha256', key).update(`${time}:`).update(text).digest('hex');
const check = (header: string | undefined, text = body, secrets = [secret]) =>
  checkSignature(text, header, secrets, now);
const refused = expect.objectContaining({ code: 'bad_signature', status: 401 });

describe('webhook signature', () => {
  it('a signature over exactly the received bytes is accepted', () => {
    expect(check(`ts=${seconds};h1=${h1(body)}`)).toBeUndefined();
  });

  it.each([
    ['forged with another secret', `ts=${seconds};h1=${h1(body, seconds, 'guess')}`],
    ['made with an empty secret', `ts=${seconds};h1=${h1(body, seconds, '')}`],
    ['for another time', `ts=${seconds};h1=${h1(body, seconds - 1)}`],
    ['cut short', `ts=${seconds};h1=${h1(body).slice(0, 40)}`],
    ['without a time', `h1=${h1(body)}`],
    ['without a signature', `ts=${seconds}`],
    ['with a time that is not a number', `ts=now;h1=${h1(body)}`],
    ['that is empty', ''],
    ['that is missing', undefined],
  ])('a signature header %s is refused', (_how, header) => {
    expect(() => check(header)).toThrow(refused);
  });

  it('a signature is refused when the body was altered or reformatted', () => {
    const header = `ts=${seconds};h1=${h1(body)}`;
    expect(() => check(header, Buffer.from(body.toString().replace('599', '1')))).toThrow(refused);
    const rewritten = Buffer.from(JSON.stringify(JSON.parse(body.toString())));
    expect(() => check(header, rewritten)).toThrow(refused);
  });

  it.each([
    [-31, false],
    [-30, true],
    [0, true],
    [30, true],
    [31, false],
    [600, false],
  ])(
    'a signature dated %i seconds from now is accepted: %s; if not, the log says by how much',
    (offset, accepted) => {
      const logged = vi.spyOn(log, 'error');
      const time = seconds + offset;
      const attempt = () => check(`ts=${time};h1=${h1(body, time)}`);
      if (accepted) expect(attempt).not.toThrow();
      else expect(attempt).toThrow(refused);
      expect(logged.mock.calls.map(([facts]) => facts)).toEqual(
        accepted ? [] : [{ ahead: offset }],
      );
      logged.mockRestore();
    },
  );

  it('a forged signature says nothing of the clock', () => {
    const logged = vi.spyOn(log, 'error');
    const time = seconds - 600;
    expect(() => check(`ts=${time};h1=${h1(body, time, 'guess')}`)).toThrow(refused);
    expect(logged).not.toHaveBeenCalled();
    logged.mockRestore();
  });

  it('during secret rotation any of several signatures may match any of several secrets', () => {
    const old = h1(body, seconds, 'old');
    const fresh = h1(body, seconds, 'new');
    for (const header of [`h1=${old};h1=${fresh}`, `h1=${fresh};h1=${old}`]) {
      for (const secrets of [['old'], ['new'], ['old', 'new'], ['unused', 'new']]) {
        expect(check(`ts=${seconds};${header}`, body, secrets)).toBeUndefined();
      }
    }
    expect(() => check(`ts=${seconds};h1=${old};h1=${fresh}`, body, ['other'])).toThrow(refused);
  });

  it('a long list of signatures is refused even if one of them is right', () => {
    const passwordAttempts = Array.from(
      { length: 10 },
      (_, n) => `h1=${h1(body, seconds, String(n))}`,
    );
    expect(() => check(`ts=${seconds};${passwordAttempts.join(';')};h1=${h1(body)}`)).toThrow(
      refused,
    );
  });

  it.each([[[]], [['']], [['good', ' ']]])(
    'the payment client refuses to start with the webhook secrets %j',
    (secrets) => {
      const account = { apiKey: 'key', baseUrl: null, environment: 'sandbox' as const };
      expect(() => paddlePayments({ ...account, webhookSecrets: secrets })).toThrow(/secret/);
    },
  );
});

import { readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import supertest from 'supertest';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { freshAccounts } from '../../standins/accounts.ts';
import { findFfmpeg } from '../sound/mix/findFfmpeg.ts';
import { measure } from '../sound/mix/measure.ts';
import { cookieOf } from '../testing/cookie.ts';
import { eventually } from '../testing/eventually.ts';
import { type FirstDay, openFirstDay } from '../testing/firstDay.ts';
import type { Running } from '../testing/processes.ts';

/*
 * docs/operations.md, "From an empty server to the first sale": each test is a row of its table and
 * does exactly what the row's section says. Each test continues where the last one ended. `day.setUp`
 * does what an operator does in a provider's dashboard.
 */

const host = 'duologue.example';
const site = `https://${host}`;
const page = readFileSync('docs/operations.md', 'utf8').replaceAll('your.host', host);

let day: FirstDay;
let product: Running;
beforeAll(async () => {
  day = await openFirstDay(host);
  product = await day.start();
});
afterAll(() => day.close());

/** Output of the last check, and the tasks in it. */
let said = '';
let asked: string[] = [];
async function check(): Promise<string[]> {
  const { code, output } = await day.run('scripts/checkProviders.ts', '--buy');
  said = output;
  asked = said.split('\n').filter((line) => line.startsWith('!!'));
  expect(said).toContain(asked.length ? `\n${asked.length} of ` : '\nAll in order.');
  expect(code).toBe(asked.length ? 1 : 0);
  return asked;
}

/** Expects these tasks in the check's output before `act`, and no longer after it. */
async function follow(sentences: string[], act: () => unknown): Promise<void> {
  for (const one of sentences) expect(asked).toContainEqual(expect.stringContaining(one));
  await act();
  await check();
  for (const one of sentences) expect(asked).not.toContainEqual(expect.stringContaining(one));
}

/** A signed-in user whose browser uses the public address. */
async function visitor(email: string) {
  const agent = supertest.agent(day.proxyUrl).set('Origin', site);
  const registered = await agent
    .post('/api/auth/register')
    .send({ email, password: 'correct horse' })
    .expect(201);
  // The cookie is Secure: an agent without TLS would not send it.
  return agent.set('Cookie', cookieOf(registered));
}
let owner: Awaited<ReturnType<typeof visitor>>;
let sold = '';

describe('the first day', { timeout: 300_000 }, () => {
  it('before the setup, all providers are real, the pages work, and orders are refused with a friendly message', async () => {
    expect(product.output().match(/^ {2}\w+ +real$/gm)).toHaveLength(7);
    for (const shown of ['/pricing', '/terms', '/privacy', '/refund']) {
      expect((await fetch(day.proxyUrl + shown)).status, shown).toBe(200);
    }
    owner = await visitor(`owner@${host}`);
    const { body } = await owner.get('/api/voices').expect(200);
    expect(body.voices).toEqual([]);
    const orderRequest = { topic: 'Tides', duration: 10, voice1Id: 'one', voice2Id: 'two' };
    const refused = await owner
      .post('/api/orders')
      .send({ ...orderRequest, email: `owner@${host}` });
    expect(refused.status).toBe(400);
    expect(refused.body.message).toMatch(/no longer available. Please choose another/);
  });

  it('before the setup, the check lists what to do for every account', async () => {
    const wanted = [
      `point its DNS record at this server`,
      `add it in Firebase, Authentication, Settings, Authorized domains`,
      `give it the permission "Models: Read"`,
      `give it the permission "Moderations: Request"`,
      `The account has no credit: add some`,
      `PADDLE_API_KEY lacks transaction.write, adjustment.write,`,
      `run npm run voices -- --fill 70`,
      `CORS rules do not allow ${site}: add a rule`,
      `verify the domain of MAIL_FROM at your mail service, and ask it to let the account out`,
      `has no SPF record: add the TXT record`,
      `has no DMARC record: add TXT`,
    ];
    expect(await check()).toEqual(wanted.map((words) => expect.stringContaining(words)));
  });

  it('1. Domain and DNS', () =>
    follow(['point its DNS record'], () => day.internet.lead(host, day.proxyUrl)));

  it('2. Paddle', async () => {
    const paddle = freshAccounts.paddle;
    const section = page.slice(page.indexOf('## Paddle'), page.indexOf('## Firebase'));
    const events = [
      ...section.matchAll(/`((?:transaction|adjustment|api_key|client_token)\.\w+)`/g),
    ].map(([, name = '']) => name);
    const key = {
      permissions: [
        'transaction.read' as const,
        'transaction.write' as const,
        'adjustment.read' as const,
        'adjustment.write' as const,
        'checkout_settings.read' as const,
        'checkout_domain.read' as const,
        'notification_setting.read' as const,
      ],
    };
    // The check sees no more of an account that is not verified, though it can have a key.
    await follow(['PADDLE_API_KEY lacks'], () => day.setUp({ paddle: { ...paddle, key } }));
    await follow(
      [
        `The default payment link is not set: enter ${site}/checkout`,
        `Paddle has not been asked to approve ${host}`,
        `add the destination ${site}/api/webhooks/paddle`,
        'Nothing can be sold: finish the verification of the business',
      ],
      async () => {
        await day.addDestination(`${site}/api/webhooks/paddle`);
        const domains = [{ domain: host, status: 'approved' as const }];
        const paymentLink = `${site}/checkout`;
        await day.setUp({ paddle: { onboarded: true, domains, paymentLink, key, events } });
      },
    );
    expect(asked).not.toContainEqual(expect.stringContaining('Paddle'));
  });

  it('3. Mail', () =>
    follow(['verify the domain of MAIL_FROM', 'has no SPF record', 'has no DMARC record'], () => {
      day.internet.publish(host, 'v=spf1 include:mail.example -all');
      day.internet.publish(`_dmarc.${host}`, `v=DMARC1; p=none; rua=mailto:dmarc@${host}`);
      return day.setUp({ smtp: { verified: true, domain: host, sandbox: null } });
    }));

  it('4. OpenAI', async () => {
    const { scopes: _restricted, quota: _spent, ...small } = freshAccounts.openai ?? {};
    await follow(['"Models: Read"', '"Moderations: Request"', 'has no credit'], () =>
      day.setUp({ openai: small }),
    );
    await follow(['The organisation is not verified'], () =>
      day.setUp({ openai: { ...small, verified: true } }),
    );
    expect(asked).not.toContainEqual(expect.stringContaining('OpenAI'));
  });

  it('5. ElevenLabs: usage-based billing', async () => {
    expect(said).not.toContain('speech is billed by use');
    await day.setUp({ elevenlabs: { ...freshAccounts.elevenlabs, credits: null } });
    await check();
    expect(said).toContain('speech is billed by use');
  });

  it('6. Firebase', () =>
    follow(['add it in Firebase, Authentication, Settings, Authorized domains'], () => {
      const referrers = [`${site}/*`, 'https://demo-duologue.firebaseapp.com/*'];
      return day.setUp({ google: { authorizedDomains: [host], referrers } });
    }));

  it('7. A private bucket with CORS', () => {
    const [, rules = ''] = /```json\n(.*?)```/s.exec(page.slice(page.indexOf('## S3'))) ?? [];
    const [{ AllowedOrigins: origins }] = JSON.parse(rules);
    return follow([`CORS rules do not allow ${site}`], () =>
      day.setUp({ s3: { ...freshAccounts.s3, origins } }),
    );
  });

  it('8. The check: all is in order but voices and demos', () => {
    expect(asked).toEqual([
      expect.stringContaining('There are no demos to hear before paying: run npm run samples'),
      expect.stringContaining('The account has no voices: run npm run voices'),
    ]);
  });

  it('9. Voices', async () => {
    const early = await day.run('scripts/samples.ts');
    expect(early.output).toContain('npm run voices -- --fill 70 --yes comes first');
    const estimate = await day.run('scripts/voices.ts', '--fill', '70');
    expect(estimate.output).toMatch(
      /^With eleven_v4 as mp3_44100_192:\n70 voices are missing.*Their samples cost \$0\.\d\d.\nNothing was/ms,
    );
    const filled = await day.run('scripts/voices.ts', '--fill', '70', '--yes');
    expect(filled).toMatchObject({ code: 0, output: expect.stringContaining('70 voices are on') });
    expect((await owner.get('/api/voices')).body.voices.length).toBeGreaterThanOrEqual(66);
    await follow(['The account has no voices'], () => {});
  });

  it('9. Demos', async () => {
    const estimate = await day.run('scripts/samples.ts');
    expect(estimate.output).toMatch(
      /^3 demos of 2 minutes are missing. They cost about \$0\.\d\d.\nNothing was bought/,
    );
    await follow(['There are no demos to hear'], async () => {
      const ordered = await day.run('scripts/samples.ts', '--yes');
      expect(ordered).toMatchObject({ code: 0, output: expect.stringContaining('3 demos are on') });
    });
    expect(asked).toEqual([]);
    const again = await day.run('scripts/samples.ts', '--yes');
    expect(again.output).toContain('No demo is missing.');
    const { samples } = await eventually(
      'the demos are made',
      async () => {
        const { body } = await owner.get('/api/samples').expect(200);
        return body.recording === 0 && body;
      },
      90,
    );
    expect(samples).toHaveLength(3);
  });

  it('10. The first sale: heard, bought, made, written and played', async () => {
    const email = 'stranger@example.com';
    const stranger = await visitor(email);
    const { body: catalogue } = await stranger.get('/api/voices');
    const [one, two] = catalogue.voices;
    await stranger
      .get(`/api/voices/${one.id}/sample.mp3`)
      .expect(200)
      .expect('content-type', /mpeg/);
    const orderRequest = {
      topic: 'Why tides turn',
      duration: 10,
      voice1Id: one.id,
      voice2Id: two.id,
      email,
    };
    const { body: placed } = await stranger.post('/api/orders').send(orderRequest).expect(201);
    const order = `/api/orders/${placed.order.id}`;
    const { body: checkout } = await stranger.post(`${order}/checkout`).expect(200);
    await day.pay(checkout.transactionId);
    sold = placed.order.id;

    const isMade = async () => {
      const { podcast } = (await stranger.get(order)).body.order;
      expect(podcast?.status).not.toBe('failed');
      return podcast?.status === 'completed';
    };
    await eventually('the episode is made', isMade, 240);
    const link = /\/listen\?episode=([\w-]+)/;
    const message = await day.emailTo(email, link);
    const { body } = await stranger.get(`/api/listen/${link.exec(message.text)?.[1]}`).expect(200);
    const sound = await stranger.get(body.episode.audioUrl).redirects(1).buffer().expect(200);
    const file = path.join(day.dir, 'heard.mp3');
    await writeFile(file, sound.body);
    const { path: ffmpeg } = await findFfmpeg(null);
    const { seconds } = await measure(ffmpeg, file, AbortSignal.timeout(60_000));
    expect(seconds / 60).toBeCloseTo(10, 0);

    const { feedUrl } = (await stranger.get('/api/account/feed').expect(200)).body;
    const feed = await stranger.get(new URL(feedUrl).pathname).expect(200);
    expect(feed.text).toContain(`<enclosure url="${site}/media/`);
  });

  it('10. The first sale: in Admin it is paid, and its money goes back', async () => {
    // Sent before the mail server was set up: it has waited, and made its reader an admin.
    const proof = /\/auth\?proof=([\w.-]+)/;
    const welcome = await day.emailTo(`owner@${host}`, proof);
    await owner.get('/api/admin/orders').expect(404);
    const token = proof.exec(welcome.text)?.[1];
    await owner.post('/api/auth/verify-email').send({ token }).expect(200);
    const { body } = await owner.get(`/api/admin/orders/${sold}`).expect(200);
    expect(body.order).toMatchObject({ status: 'paid', flags: [] });
    const { body: chosen } = await owner.get('/api/admin/models').expect(200);
    const best = { script: 'gpt-6.1-terra', speech: 'eleven_v4', format: 'mp3_44100_192' };
    expect(chosen.models).toMatchObject({ current: best });
    const { body: made } = await owner.get('/api/admin/podcasts').expect(200);
    expect(made.podcasts[0].costs.microdollars).toBeGreaterThan(0);
    const { body: events } = await owner.get('/api/admin/payment-events').expect(200);
    expect(JSON.stringify(events.paymentEvents)).toContain('transaction.completed');

    await owner.post(`/api/admin/orders/${sold}/refund`).send({}).expect(200);
    const isRefunded = async () => {
      const { body } = await owner.get(`/api/admin/orders/${sold}`);
      return body.order.status === 'refunded';
    };
    await eventually('Paddle has given it back', isRefunded);
    await day.emailTo('stranger@example.com', /back to you/);
  });
});

import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { it } from 'vitest';
import { eventually } from '../testing/eventually.ts';
import { openTestApp, type TestApp } from '../testing/testApp.ts';

/** Pays for an order after which the model no longer answers. */
async function buySilence(app: TestApp): Promise<void> {
  const order = await (await app.buyer()).order();
  await app.setFaults({ openai: { hang: true } });
  await order.pay();
}

it('a shutdown hands its episode back and breaks off an email that waits for the mail server', async () => {
  const lines = new Set<Socket>();
  const mute = createServer((line) => {
    lines.add(line.on('error', () => {}).on('close', () => lines.delete(line)));
  }).listen(0, '127.0.0.1');
  await once(mute, 'listening');
  const { port } = mute.address() as AddressInfo;
  const SMTP_URL = `smtp://127.0.0.1:${port}?greetingTimeout=300000&socketTimeout=300000`;
  const env = { SMTP_URL, MAIL_FROM: 'Duologue <hello@duologue.example>' };
  const app = await openTestApp({ env });
  // Lent out, so that the app closes its database only when this is given back.
  const client = await app.pool.connect();
  const isHeld = async () => {
    const { rows } = await client.query("select 1 from pgboss.job where state = 'active'");
    return rows.length > 0;
  };
  await buySilence(app);
  await eventually('the episode is being made', isHeld);
  await eventually('its call counts for all instances', async () => {
    const { rows } = await client.query('select 1 from script_calls where made_at is not null');
    return rows.length > 0;
  });
  await eventually('an email is on its way', async () => lines.size > 0);
  const closed = app.close();
  try {
    await eventually('the episode is handed back', async () => !(await isHeld()), 10);
    await eventually('the email is broken off', async () => lines.size === 0, 10);
  } finally {
    client.release();
    mute.close();
    for (const line of lines) line.destroy();
    await closed;
  }
});

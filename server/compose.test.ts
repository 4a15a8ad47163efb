import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { sql } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { eventually } from './testing/eventually.ts';
import { openWorld, type World } from './testing/world.ts';

/** Places an order and pays for it, with a model that says nothing from then on. */
async function buySilence(world: World): Promise<void> {
  const { visitor, email } = await world.buyer();
  const { voices } = (await visitor.get('/api/voices').expect(200)).body;
  const [one, two] = voices as { id: string }[];
  const episode = { topic: 'Tides', duration: 10, voice1Id: one?.id, voice2Id: two?.id, email };
  const { order } = (await visitor.post('/api/orders').send(episode).expect(201)).body;
  const checkout = await visitor.post(`/api/orders/${order.id}/checkout`).expect(200);
  await world.setFaults({ openai: { hang: true } });
  await world.pay(checkout.body.transactionId);
}

it('an episode is handed back while a letter still waits for its server', async () => {
  const lines = new Set<Socket>();
  const mute = createServer((line) => {
    lines.add(line.on('error', () => {}).on('close', () => lines.delete(line)));
  }).listen(0, '127.0.0.1');
  await once(mute, 'listening');
  const { port } = mute.address() as AddressInfo;
  const SMTP_URL = `smtp://127.0.0.1:${port}?greetingTimeout=300000&socketTimeout=300000`;
  const env = { SMTP_URL, MAIL_FROM: 'Duologue <hello@duologue.example>' };
  const world = await openWorld({ env });
  const isHeld = async () => {
    const { rows } = await world.db.execute(sql`select 1 from pgboss.job where state = 'active'`);
    return rows.length > 0;
  };
  await buySilence(world);
  await eventually('the episode is being made', isHeld);
  await eventually('a letter is on its way', async () => lines.size > 0);
  const closed = world.close();
  try {
    await eventually('the episode is handed back', async () => !(await isHeld()), 10);
    expect(lines.size).toBe(1);
  } finally {
    mute.close();
    for (const line of lines) line.destroy();
    await closed;
  }
});

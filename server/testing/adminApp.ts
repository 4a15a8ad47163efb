import { eq } from 'drizzle-orm';
import { discountCodes, orders } from '../base/db/tables.ts';
import { sendEvent } from './paddleEvents.ts';
import { openTestApp } from './testApp.ts';

export type AdminApp = Awaited<ReturnType<typeof openAdminApp>>;
type Visitor = Awaited<ReturnType<Awaited<ReturnType<typeof openTestApp>>['buyer']>>['visitor'];

/** Without webhooks and production, only the admin's actions change an order. */
export async function openAdminApp() {
  const app = await openTestApp({ work: false, env: { ADMIN_EMAILS: 'admin@example.com' } });
  const { visitor: admin } = await app.buyer('admin@example.com');
  const { body } = await admin.get('/api/voices').expect(200);
  const [one, two] = body.voices as { id: string }[];

  async function addresses() {
    const reply = await fetch(`${app.url}/standins/addresses`);
    return (await reply.json()) as {
      paddle: { baseUrl: string; apiKey: string; webhookSecret: string };
    };
  }

  async function place(visitor: Visitor, more: object = {}): Promise<string> {
    const reply = await visitor
      .post('/api/orders')
      .send({
        topic: 'Why do cats purr?',
        duration: 15,
        voice1Id: one?.id,
        voice2Id: two?.id,
        email: 'ann@example.com',
        ...more,
      })
      .expect(201);
    return reply.body.order.id;
  }

  return {
    ...app,
    admin,
    place,
    /** An order with a transaction at Paddle, paid or not, of which no webhook has reached us. */
    async sale({ pay = true, ...more }: { pay?: boolean; [field: string]: unknown } = {}) {
      const { visitor, email } = await app.buyer();
      const id = await place(visitor, { email, ...more });
      const { body } = await visitor.post(`/api/orders/${id}/checkout`).expect(200);
      const transactionId = body.transactionId as string;
      if (pay) await app.pay(transactionId);
      return { id, transactionId, visitor, email };
    },
    /** Pays a transaction that names this order but was not created by us. Returns its id. */
    async foreignSale(orderId: string, cents: number): Promise<string> {
      const { paddle } = await addresses();
      const reply = await fetch(`${paddle.baseUrl}/transactions`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: `Bearer ${paddle.apiKey}` },
        body: JSON.stringify({ items: [foreignItem(cents)], custom_data: { orderId } }),
      });
      const { data } = (await reply.json()) as { data: { id: string } };
      await app.pay(data.id);
      return data.id;
    },
    async notify(event: object) {
      const { paddle } = await addresses();
      await sendEvent(`${app.url}/api/webhooks/paddle`, paddle.webhookSecret, event);
    },
    async find(publicId: string) {
      const [order] = await app.db.select().from(orders).where(eq(orders.publicId, publicId));
      if (!order) throw new Error(`there is no order ${publicId}`);
      return order;
    },
    async code(code: string, discountPercent: number) {
      await app.db.insert(discountCodes).values({ code, discountPercent });
      return code;
    },
    async refundsOf(transactionId: string) {
      const entries = await app.purchases();
      return entries.filter(
        (entry) => entry.kind === 'refund' && entry.transactionId === transactionId,
      );
    },
  };
}

const foreignItem = (cents: number) => ({
  quantity: 1,
  price: {
    description: 'Something else',
    unit_price: { amount: String(cents), currency_code: 'USD' },
    tax_mode: 'internal',
    product: { name: 'Something else', tax_category: 'standard' },
  },
});

import { randomUUID } from 'node:crypto';
import path from 'node:path';
import { eq } from 'drizzle-orm';
import {
  contactMessages,
  discountCodes,
  orders,
  paymentEvents,
  podcastParts,
  podcasts,
  previews,
} from '../base/db/tables.ts';
import { folderStorage } from '../base/files/folder.ts';
import { s3Storage } from '../base/files/s3Storage.ts';
import type { Storage } from '../base/files/storage.ts';
import { openSigner } from '../people/auth/signer.ts';
import { aPodcast, aSource, finish } from './builders.ts';
import { type Person, somebody } from './roles.ts';
import { sourceText } from './sourceText.ts';
import type { TestApp } from './testApp.ts';

export type Accounts = Awaited<ReturnType<typeof openAccountsHarness>>;

/** A user with one of everything. `things` maps placeholders of paths to ids. */
export async function openAccountsHarness(app: TestApp, admin: Person) {
  const owner = await somebody(app);
  const { voices } = await json(owner.ask('GET /api/voices'));
  // The first request for a sample buys it.
  await owner.ask(`GET /api/voices/${voices[0].id}/sample.mp3`);
  const request = {
    topic: 'Why tides turn',
    duration: 10,
    voice1Id: voices[0].id as string,
    voice2Id: voices[1].id as string,
    email: owner.email,
  };
  const place = async () => (await json(owner.ask('POST /api/orders', request))).order;

  const { id: paid, status } = await place();
  if (status === 'open') {
    const { transactionId } = await json(owner.ask(`POST /api/orders/${paid}/checkout`));
    await app.pay(transactionId);
    await json(admin.ask(`POST /api/admin/orders/${paid}/recheck`));
  }
  const [order] = await app.db.select().from(orders).where(eq(orders.publicId, paid));
  if (!order?.podcastId) throw new Error('the order was not fulfilled');
  const podcast = await finish(app.db, order.podcastId);
  // The first listing draws its wave, as for episodes made before waves were kept.
  await json(owner.ask('GET /api/podcasts'));
  await aSource(app.db, podcast.id, { number: 1 }, [{ number: 1 }]);

  const storage = await storageOf(app);
  const audioKey = `episodes/${podcast.publicId}/part-1.mp3`;
  await storage.put(audioKey, Buffer.from('sound'), 'audio/mpeg');
  await storage.put(`episodes/${podcast.publicId}/cover.jpg`, Buffer.from('jpeg'), 'image/jpeg');
  const part = { number: 1, startMilliseconds: 0, milliseconds: 9000, audioKey };
  await app.db.insert(podcastParts).values({ podcastId: podcast.id, ...part });

  const topic = { ...request, topic: `Why tides turn ${randomUUID()}` };
  const { preview } = await json(owner.ask('POST /api/previews', topic));
  const [begun] = await app.db.select().from(previews).where(eq(previews.id, preview.id));
  if (!begun?.podcastId) throw new Error('the preview was not begun');
  await app.db.insert(podcastParts).values({ podcastId: begun.podcastId, ...part });

  const attached = await json(
    owner.ask('POST /api/sources', { text: sourceText('The moon pulls.') }),
  );
  const { feedUrl } = await json(owner.ask('GET /api/account/feed'));
  const code = { code: `CODE-${randomUUID()}`, discountPercent: 50 };
  const [discount] = await app.db.insert(discountCodes).values(code).returning();
  const words = { email: owner.email, message: 'Hello' };
  const [message] = await app.db.insert(contactMessages).values(words).returning();
  const event = { eventId: `evt_${randomUUID()}`, type: 'transaction.paid', payload: {} };
  await app.db.insert(paymentEvents).values({ ...event, occurredAt: new Date() });

  const { id, publicId: failed } = await aPodcast(app.db);
  await app.db.update(podcasts).set({ status: 'failed' }).where(eq(podcasts.id, id));

  return {
    owner,
    request,
    failed,
    open: status === 'open' ? ((await place()).id as string) : null,
    things: {
      'orders/:id': paid as string,
      'previews/:id': preview.id as string,
      'preview/:id': preview.id as string,
      'sources/:id': attached.source.id as string,
      'podcasts/:publicId': podcast.publicId,
      'podcasts/:token': podcast.shareToken,
      'listen/:token': podcast.shareToken,
      'media/:token': podcast.shareToken,
      'file/:name': 'why-tides-turn',
      'feeds/:token': String(feedUrl).replace(/^.*\/feeds\/|\.xml$/g, ''),
      'voices/:id': request.voice1Id,
      'discount-codes/:id': String(discount?.id),
      'messages/:id': String(message?.id),
      'payment-events/:id': event.eventId,
      'sources/:number': '1',
      'facts/:number': '1',
    } as Record<string, string>,
  };
}

async function storageOf(app: TestApp): Promise<Pick<Storage, 'put'>> {
  const { body } = await app.visitor().get('/api/config');
  if (body.house) {
    const signer = openSigner('reads no link', 'stored file');
    return folderStorage({ dir: path.join(app.dataDir, 'sound'), signer });
  }
  const { s3 } = await (await fetch(`${app.url}/standins/addresses`)).json();
  return s3Storage(s3);
}

// biome-ignore lint/suspicious/noExplicitAny: other tests check the replies against their schemas
async function json(request: ReturnType<Person['ask']>): Promise<any> {
  const { status, text } = await request;
  if (status >= 300) throw new Error(`${status}: ${text}`);
  return JSON.parse(text);
}

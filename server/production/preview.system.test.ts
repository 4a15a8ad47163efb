import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { podcastParts, podcasts, previews } from '../base/db/tables.ts';
import type { Storage } from '../base/files/storage.ts';
import { ProviderFailure } from '../base/kit/provider.ts';
import { adoptPreview } from '../episodes/previews/adopt.ts';
import type { AudioEngine, MasterOptions } from '../sound/mix/audio.ts';
import { openProduction, type Production } from '../testing/production.ts';
import { openSeededRandom } from '../testing/random.ts';
import { rejected } from '../writing/model/modelFailures.ts';
import type { ScriptWriter } from '../writing/script/scriptWriter.ts';

/*
 * A preview is how the episode begins: whoever orders it gets exactly those lines and those samples, and
 * nothing of them is bought again.
 */

const TOPIC = 'Why the sea glows at night';
/** As it stands in a request for an outline. */
const OUTLINE = JSON.stringify('"task":"outline"').slice(1, -1);

describe.each([
  { by: 'lines', speech: undefined },
  { by: 'takes', speech: 'eleven_v4' },
])('spoken by $by', ({ speech }) => {
  let production: Production;
  beforeAll(async () => {
    production = await openProduction(speech ? { speech } : {});
  }, 120_000);
  afterAll(() => production.close());

  /** A preview that nobody has worked on yet. */
  async function ask({ sound = true, lengths = [2], topic = TOPIC } = {}): Promise<string> {
    const { db } = production;
    const { id: podcastId, publicId } = await production.order(lengths[0] ?? 2, topic);
    await db
      .update(podcasts)
      .set({ status: 'preview', stage: 'writing', email: '', title: '' })
      .where(eq(podcasts.id, podcastId));
    await db.insert(previews).values({
      id: publicId,
      contentHash: publicId,
      podcastId,
      lengths,
      soundAskedAt: sound ? sql`now()` : null,
    });
    return publicId;
  }

  async function find(id: string) {
    const [found] = await production.db
      .select()
      .from(previews)
      .innerJoin(podcasts, eq(podcasts.id, previews.podcastId))
      .where(eq(previews.id, id));
    if (!found) throw new Error('the preview is gone');
    return found;
  }

  /** An order that begins with a preview, as it is paid. */
  async function orderWith(id: string, minutes = 2): Promise<number> {
    const { topic } = (await find(id)).podcasts;
    const order = await production.order(minutes, topic);
    await production.db.update(podcasts).set({ previewId: id }).where(eq(podcasts.id, order.id));
    return order.id;
  }

  const spoken = async () =>
    (await production.entries()).filter(({ kind }) => kind === 'speech').length;
  const planned = () =>
    production.asked.filter(({ messages }) => JSON.stringify(messages).includes(OUTLINE)).length;

  /** An audio engine that notes what the last master got before its encoder. */
  function recording() {
    const appended: { hash: string; at: number }[] = [];
    const audio: AudioEngine = {
      ...production.tools.audio,
      async openMaster(options: MasterOptions) {
        appended.length = 0;
        const master = await production.tools.audio.openMaster(options);
        return {
          ...master,
          get milliseconds() {
            return master.milliseconds;
          },
          async append(clip, speaker, gap, factor) {
            const placed = await master.append(clip, speaker, gap, factor);
            const gain = (speaker ? options.gain[speaker] : 1) * (factor ?? 1);
            const sum = clip.samples.reduce(
              (total, sample, i) => total + sample * ((i % 97) + 1),
              0,
            );
            appended.push({
              hash: `${clip.samples.length}/${sum}/${gain}`,
              at: placed.startMilliseconds,
            });
            return placed;
          },
        };
      },
    };
    return { audio, appended };
  }

  it('title and first lines are written, moderated and claim nothing', async () => {
    const id = await ask({ sound: false });
    await production.make((await find(id)).podcasts.id);
    const { podcasts: row, previews: preview } = await find(id);
    expect(row).toMatchObject({ status: 'preview', stage: 'queued', summary: '', failure: null });
    expect(row.title.length).toBeGreaterThan(5);
    const lines = await production.linesOf(row.id);
    expect(lines.length).toBeGreaterThanOrEqual(3);
    expect(lines.every(({ state, section }) => state === 'read' && section === 0)).toBe(true);
    expect(Object.keys(preview.plans)).toEqual(['2']);
    expect(preview.plans[2]?.title).toBe(row.title);
    expect(preview.seconds).toBeNull();
  }, 60_000);

  it.each([1, 2, 3])(
    'an order begins with the same lines and samples, run %i',
    async (seed) => {
      const random = openSeededRandom(seed);
      const id = await ask({ topic: ['Why rivers bend', 'How tea is rolled', TOPIC][seed - 1] });
      const previewRecording = recording();
      await production.make((await find(id)).podcasts.id, { audio: previewRecording.audio });
      const { podcasts: row, previews: preview } = await find(id);
      expect(preview.seconds).toBeGreaterThan(15);
      expect(preview.seconds).toBeLessThan(45);
      const first = await production.linesOf(row.id);
      expect(first.every(({ state }) => state === 'spoken')).toBe(true);
      const [plans, bought] = [planned(), await spoken()];

      const order = await orderWith(id);
      // A worker that is killed at a random clip, and another.
      const stop = new AbortController();
      let gets = 0;
      const at = 1 + Math.floor(random.roll() * 12);
      const storage: Storage = {
        ...production.storage,
        get(key) {
          if (++gets === at) stop.abort(new Error('killed'));
          return production.storage.get(key);
        },
      };
      await production.make(order, { storage }, stop.signal).catch(() => {});
      const final = recording();
      const made = await production.make(order, { audio: final.audio });
      expect(made).toMatchObject({ status: 'completed', title: row.title });
      const lines = await production.linesOf(order);
      const beginning = lines.slice(0, first.length);
      const pickSpoken = ({ speaker, text, clipKey, milliseconds }: (typeof lines)[number]) => ({
        speaker,
        text,
        clipKey,
        milliseconds,
      });
      expect(beginning.map(pickSpoken)).toEqual(first.map(pickSpoken));
      expect(beginning.map(({ startMilliseconds }) => startMilliseconds)).toEqual(
        first.map(({ startMilliseconds }) => startMilliseconds),
      );
      // Everything up to the start of the last line, sounds of our own included.
      expect(final.appended.slice(0, previewRecording.appended.length)).toEqual(
        previewRecording.appended,
      );
      expect(planned()).toBe(plans);
      const texts = new Set(first.map(({ text }) => text));
      expect(lines.slice(first.length).some(({ text }) => texts.has(text))).toBe(false);
      const others = lines.filter(({ position }) => position >= first.length).length;
      if (!speech) expect((await spoken()) - bought).toBeLessThanOrEqual(others + 5);
    },
    120_000,
  );

  it('what can be played of it can be played of the order at once', async () => {
    const id = await ask();
    await production.make((await find(id)).podcasts.id);
    const { podcasts: row } = await find(id);
    const order = await orderWith(id);
    expect(await production.db.transaction((tx) => adoptPreview(tx, order))).toBe(true);
    const partsOf = (podcastId: number) =>
      production.db.select().from(podcastParts).where(eq(podcastParts.podcastId, podcastId));
    const [first] = await partsOf(order);
    expect(first).toMatchObject({ number: 1, startMilliseconds: 0 });
    expect(first?.audioKey).toBe((await partsOf(row.id))[0]?.audioKey);
    // Once only.
    expect(await production.db.transaction((tx) => adoptPreview(tx, order))).toBe(true);
    expect((await production.linesOf(order)).length).toBe(
      (await production.linesOf(row.id)).length,
    );
  }, 60_000);

  it('a preview that was killed goes on', async () => {
    const id = await ask();
    const { id: row } = (await find(id)).podcasts;
    const stop = new AbortController();
    const storage: Storage = {
      ...production.storage,
      async put(...file) {
        await production.storage.put(...file);
        stop.abort(new Error('killed'));
      },
    };
    await production.make(row, { storage }, stop.signal).catch(() => {});
    expect((await find(id)).podcasts.stage).not.toBe('queued');
    const before = await production.linesOf(row);
    await production.make(row);
    const lines = await production.linesOf(row);
    expect(lines.map(({ text }) => text)).toEqual(before.map(({ text }) => text));
    expect(lines.every(({ state }) => state === 'spoken')).toBe(true);
    expect((await find(id)).previews.seconds).not.toBeNull();
  }, 60_000);

  it('an order waits for the preview that is still being made, and buys none of it', async () => {
    const id = await ask();
    const { id: row } = (await find(id)).podcasts;
    const order = await orderWith(id);
    const [made] = await Promise.all([production.make(order), production.make(row)]);
    expect(made.status).toBe('completed');
    const first = await production.linesOf(row);
    const lines = await production.linesOf(order);
    expect(lines.slice(0, first.length).map(({ clipKey }) => clipKey)).toEqual(
      first.map(({ clipKey }) => clipKey),
    );
  }, 120_000);

  it('one whose voices refuse keeps its words, says so, and can be asked for its sound again', async () => {
    const id = await ask();
    const { id: row } = (await find(id)).podcasts;
    const refuse = async (): Promise<never> => {
      throw new ProviderFailure('ElevenLabs', 'rejected', 'this voice is gone', {
        subject: 'order',
      });
    };
    const narrator = { ...production.narrator, speak: refuse, speakTake: refuse };
    await production.make(row, { narratorOf: () => narrator });
    const { podcasts: written, previews: preview } = await find(id);
    expect(written).toMatchObject({ status: 'preview', stage: 'queued', summary: '' });
    expect(written.failure).toMatch(/^One of the two voices/);
    expect(preview).toMatchObject({ soundAskedAt: null, seconds: null, contentHash: id });
    const lines = await production.linesOf(row);
    expect(lines.length).toBeGreaterThanOrEqual(3);

    await production.db
      .update(previews)
      .set({ soundAskedAt: sql`now()` })
      .where(eq(previews.id, id));
    await production.make(row);
    const again = await production.linesOf(row);
    expect(again.map(({ text }) => text)).toEqual(lines.map(({ text }) => text));
    expect(again.every(({ state }) => state === 'spoken')).toBe(true);
  }, 120_000);

  it('one that the model will not write says so, and leaves its place to another', async () => {
    const id = await ask({ sound: false });
    const { id: row } = (await find(id)).podcasts;
    const writer: ScriptWriter = {
      ...production.tools.writer,
      // biome-ignore lint/correctness/useYield: a refusal comes before anything is written
      async *open() {
        throw rejected('the model declined');
      },
    };
    await production.make(row, { writer });
    const { podcasts: failed, previews: preview } = await find(id);
    expect(failed).toMatchObject({ stage: 'queued', summary: null });
    expect(failed.failure).toBe('Our hosts couldn’t talk about this topic.');
    expect(preview.contentHash).toBeNull();
    const order = await orderWith(id);
    expect(await production.db.transaction((tx) => adoptPreview(tx, order))).toBe(true);
    expect(await production.linesOf(order)).toEqual([]);
  }, 60_000);
});

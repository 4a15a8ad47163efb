import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { QualityCard } from '#shared/quality.ts';
import type { EpisodeLog } from '../episodes/log/episodeLog.ts';
import { partsOf } from '../episodes/log/parts.ts';
import { openProduction, type Production } from '../testing/production.ts';

/* An episode of a model that performs takes, from the order to the file. */

let production: Production;
beforeAll(async () => {
  production = await openProduction({ speech: 'eleven_v4' });
});
afterAll(() => production.close());

const speech = () =>
  production.entries().flatMap((entry) => (entry.kind === 'speech' ? [entry] : []));
const textsOf = (entries: ReturnType<typeof speech>) => entries.map(({ text }) => text).sort();

describe('takes', { timeout: 150_000 }, () => {
  it('an episode is spoken by takes of several lines, and has the length that was bought', async () => {
    const { id } = await production.order(3, 'Lichen');
    const before = speech().length;
    const row = await production.make(id);
    expect(row.status).toBe('completed');
    const quality = row.quality as QualityCard;
    expect(Math.abs(quality.lengthError)).toBeLessThan(0.03);
    expect(quality.flags).toEqual([]);

    const lines = await production.linesOf(id);
    const bought = speech()
      .slice(before)
      .filter(({ take }) => take !== null);
    const takes = Object.values(Object.groupBy(bought, ({ take }) => take ?? ''));
    const sizes = takes.map((take) => take?.length ?? 0);
    expect(sizes[0]).toBe(3);
    expect(Math.max(...sizes)).toBeGreaterThanOrEqual(6);
    expect(Math.max(...sizes)).toBeLessThanOrEqual(12);
    expect(bought.length).toBeGreaterThan(0.9 * lines.length);
    const alone = speech()
      .slice(before)
      .filter(({ take }) => take === null);
    const spoken = textsOf([...bought, ...alone]);
    for (const line of lines) expect(spoken).toContain(production.narrator.tagged(line));
    expect(new Set(lines.map(({ clipKey }) => clipKey)).size).toBe(lines.length);

    const starts = lines.map((line) => line.startMilliseconds ?? -1);
    expect(starts).toEqual(starts.toSorted((one, other) => one - other));
    const parts = await partsOf(production.db, id);
    expect(parts.length).toBeGreaterThan(1);
    expect(parts[0]?.milliseconds).toBeLessThan(30_000);
  });

  it('an episode that is interrupted buys again only what was being spoken', async () => {
    const { id } = await production.order(3, 'Moss');
    const before = speech().length;
    let recorded = 0;
    let interruptedAfter = 0;
    let kept: { position: number; clipKey: string | null }[] = [];
    const episodeLog: EpisodeLog = {
      ...production.episodeLog,
      async recordSpoken(...spoken) {
        if (!interruptedAfter && ++recorded > 20) {
          interruptedAfter = speech().length;
          kept = (await production.linesOf(id)).filter(({ state }) => state === 'spoken');
          throw new Error('interrupted');
        }
        await production.episodeLog.recordSpoken(...spoken);
      },
    };
    const row = await production.make(id, { episodeLog });
    expect([row.status, interruptedAfter > 0]).toEqual(['completed', true]);
    expect(Math.abs((row.quality as QualityCard).lengthError)).toBeLessThan(0.03);
    const lines = await production.linesOf(id);
    // What was recorded before is in the file as it was.
    expect(kept.length).toBeGreaterThan(10);
    for (const { position, clipKey } of kept) {
      expect(lines.find((line) => line.position === position)?.clipKey).toBe(clipKey);
    }
    const places = new Set(kept.map(({ position }) => position));
    const texts = new Set(
      lines
        .filter(({ position }) => places.has(position))
        .map((line) => production.narrator.tagged(line)),
    );
    const after = speech().slice(interruptedAfter);
    expect(after.filter(({ text }) => texts.has(text))).toEqual([]);
    expect(speech().length - before).toBeGreaterThanOrEqual(lines.length);
  });
});

import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { QualityCard } from '#shared/quality.ts';
import { podcasts } from '../../base/db/tables.ts';
import { findScript } from '../../episodes/listen/podcasts.ts';
import { transcriptOf } from '../../episodes/listen/presentPodcast.ts';
import type { EpisodeLog } from '../../episodes/log/episodeLog.ts';
import type { LineRow } from '../../episodes/log/lease.ts';
import { partsOf } from '../../episodes/log/parts.ts';
import { tidy } from '../../episodes/owner/retention.ts';
import type { Narrator } from '../../sound/speech/speech.ts';
import { openProduction, type Production } from '../../testing/production.ts';
import type { ScriptWriter, SectionSpec } from '../../writing/script/scriptWriter.ts';

/* An episode that missed its length is not delivered as it is. */

let production: Production;
beforeAll(async () => {
  production = await openProduction();
});
afterAll(() => production.close());

/** Of the 280 words of two minutes: too few for its length, and too many to begin again. */
const FEW = 248;

/** A writer with few words to say and a short goodbye, until that is written or for good. */
function lazyWriter(forGood: boolean): ScriptWriter {
  const { writer } = production.tools;
  let left = FEW;
  return {
    ...writer,
    async *write(spec, signal) {
      const isGoodbye = spec.place === 'closing';
      if (!isGoodbye && spec.section === spec.outline.sections.length - 1) return;
      for await (const line of writer.write({ ...spec, ...(isGoodbye && { words: 15 }) }, signal)) {
        if (!isGoodbye) left -= line.text.split(' ').length;
        if (!isGoodbye && left < 0) return;
        yield line;
      }
      if (isGoodbye && !forGood) left = Infinity;
    },
  };
}

/** The ledger, and what it was asked to open again. */
function watchedEpisodeLog() {
  const reopened: Parameters<EpisodeLog['reopen']>[1][] = [];
  const episodeLog: EpisodeLog = {
    ...production.episodeLog,
    async reopen(work, change) {
      reopened.push(change);
      await production.episodeLog.reopen(work, change);
    },
  };
  return { episodeLog, reopened };
}

/** A voice that takes its time over everything that the writer gave for the goodbye. */
function drawling() {
  const farewells = new Set<string>();
  const writer: ScriptWriter = {
    ...production.tools.writer,
    async *write(spec, signal) {
      for await (const line of production.tools.writer.write(spec, signal)) {
        if (spec.place === 'closing') farewells.add(line.text);
        yield line;
      }
    },
  };
  const narrator: Narrator = {
    ...production.narrator,
    // Clips of its own, or an earlier test's goodbye would be found in the store.
    settings: 'drawling',
    async speak(utterance, signal) {
      const clip = await production.narrator.speak(utterance, signal);
      if (!farewells.has(utterance.text)) return clip;
      const samples = new Int16Array(clip.samples.length * 4);
      for (let i = 0; i < 4; i++) samples.set(clip.samples, i * clip.samples.length);
      return { ...clip, samples };
    },
  };
  return { writer, narratorOf: () => narrator };
}

const isKept = (line: LineRow) => line.state !== 'dropped';
const linesOf = (id: number) => production.linesOf(id);

/** Texts that were spoken, in the order they were charged. */
const spoken = () =>
  production.entries().flatMap((entry) => (entry.kind === 'speech' ? [entry.text] : []));
const outlines = (episode: string) =>
  production
    .entries()
    .filter(
      (entry) => entry.kind === 'llm' && entry.call === 'outline' && entry.episode === episode,
    );

describe('length', { timeout: 150_000 }, () => {
  it('an episode that is too short is written on before its goodbye, and nothing is bought twice', async () => {
    const { id, publicId } = await production.order(2, 'Lichen');
    const before = spoken().length;
    const { episodeLog, reopened } = watchedEpisodeLog();
    const row = await production.make(id, { writer: lazyWriter(false), episodeLog });
    expect(row.status).toBe('completed');
    expect(reopened).toMatchObject([{ dropped: [] }]);
    expect(reopened[0]?.lengthError).toBeLessThan(-0.05);
    const quality = row.quality as QualityCard;
    expect(Math.abs(quality.lengthError)).toBeLessThan(0.05);
    expect(quality.flags).not.toContain('length');

    const bought = spoken().slice(before);
    expect(new Set(bought).size).toBe(bought.length);
    expect(outlines(publicId)).toHaveLength(1);
    const lines = await linesOf(id);
    // Whoever said goodbye first says it last, and what came between is on the timeline before it.
    const starts = lines.map((line) => line.startMilliseconds ?? -1);
    expect(starts).toEqual(starts.toSorted((one, other) => one - other));
    const goodbye = lines.filter((line) => line.section === 1).map((line) => line.text);
    // Bought before the lines that were written on.
    const later = lines.filter((line) => line.section === 0).at(-1)?.text ?? '';
    expect(bought.indexOf(goodbye[0] ?? '')).toBeLessThan(bought.indexOf(later));
    const parts = await partsOf(production.db, id);
    const last = parts.at(-1);
    const end = (last?.startMilliseconds ?? 0) + (last?.milliseconds ?? 0);
    expect(Math.abs(end - (row.durationSeconds ?? 0) * 1000)).toBeLessThan(27);
  });

  it('a goodbye that is too short for its time gets lines in front of its end', async () => {
    const { id } = await production.order(4, 'Dew');
    const { writer } = production.tools;
    const asked: SectionSpec[] = [];
    const END = ['Mind the dew.', 'Goodbye.'];
    const short: ScriptWriter = {
      ...writer,
      async *write(spec, signal) {
        if (spec.section === spec.outline.sections.length - 1) asked.push(spec);
        if (spec.section !== spec.outline.sections.length - 1) yield* writer.write(spec, signal);
        else if (spec.place === 'closing')
          for (const [at, text] of END.entries()) yield { speaker: at ? 'B' : 'A', text } as const;
        // Just what was asked for, however little is missing.
        else
          for (let words = 0; words < spec.words; words += 6)
            yield { speaker: 'A', text: `Drop ${words} is on a leaf.` } as const;
      },
    };
    const row = await production.make(id, { writer: short });
    const before = END.map((text, at) => `${'AB'.charAt(at)}: ${text}`);
    expect(asked).toMatchObject([{ place: 'closing' }, { place: 'middle', before }]);
    const goodbye = (await linesOf(id)).filter(({ section }) => section === 2);
    expect(goodbye.length).toBeGreaterThan(2);
    expect(goodbye.slice(-2).map(({ text }) => text)).toEqual(END);
    expect(Math.abs(row.quality?.lengthError ?? 1)).toBeLessThan(0.03);
  });

  it('an episode that is interrupted while it is written on says goodbye once', async () => {
    const { id } = await production.order(2, 'Moss');
    const { episodeLog, reopened } = watchedEpisodeLog();
    const isGoodbye = (line: LineRow) => line.section === 1;
    let farewells: string[] = [];
    let isInterrupted = false;
    const interrupted: EpisodeLog = {
      ...episodeLog,
      async reopen(work, change) {
        farewells = (await linesOf(id)).filter(isGoodbye).map(({ text }) => text);
        await episodeLog.reopen(work, change);
      },
      async change(work, patch) {
        await episodeLog.change(work, patch);
        if (isInterrupted || !reopened.length || !('sectionsWritten' in patch)) return;
        isInterrupted = true;
        throw new Error('interrupted');
      },
    };
    const row = await production.make(id, {
      writer: lazyWriter(false),
      episodeLog: interrupted,
    });
    expect([row.status, isInterrupted]).toEqual(['completed', true]);
    expect(farewells.length).toBeGreaterThan(0);
    const said = (await linesOf(id)).filter(isGoodbye).map(({ text }) => text);
    expect(said).toEqual(farewells);
  });

  it('an episode that misses its length twice is delivered with the flag that refunds it', async () => {
    const { id } = await production.order(2, 'Fog');
    const { episodeLog, reopened } = watchedEpisodeLog();
    const row = await production.make(id, { writer: lazyWriter(true), episodeLog });
    expect(row.status).toBe('completed');
    expect(reopened).toHaveLength(1);
    const quality = row.quality as QualityCard;
    expect(quality.lengthError).toBeLessThan(-0.05);
    expect(quality.flags).toContain('length');
  });

  it('an episode that is too long loses its last lines before the goodbye, and nothing is bought again', async () => {
    // Long enough for a question with its answer, more or less, to be within the tolerance.
    const { id } = await production.order(5, 'Rain');
    const before = spoken().length;
    const { episodeLog, reopened } = watchedEpisodeLog();
    const row = await production.make(id, { ...drawling(), episodeLog });
    const quality = row.quality as QualityCard;
    expect(row.status).toBe('completed');
    expect(reopened).toMatchObject([{ unwritten: null }]);
    expect(reopened[0]?.lengthError).toBeGreaterThan(0.05);
    expect(Math.abs(quality.lengthError)).toBeLessThan(0.05);
    const dropped = reopened[0]?.dropped.map((line) => line.position) ?? [];
    expect(dropped.length).toBeGreaterThan(0);
    const all = await linesOf(id);
    const [lines, gone] = [all.filter(isKept), all.filter((line) => !isKept(line))];
    expect(lines.filter((line) => dropped.includes(line.position))).toEqual([]);
    expect(lines.filter((line) => line.section > 0).length).toBeGreaterThan(0);
    expect(row.linesSpoken).toBe(lines.length);
    const bought = spoken().slice(before);
    expect(new Set(bought).size).toBe(bought.length);

    const { segments } = transcriptOf(await findScript(production, null, row.shareToken));
    expect(segments.map(({ body }) => body)).toEqual(lines.map(({ text }) => text));
    expect(gone).toHaveLength(dropped.length);
    const clip = gone[0]?.clipKey ?? '';
    expect(await production.storage.head(clip)).not.toBeNull();
    const ago = sql`now() - interval '8 days'`;
    await production.db.update(podcasts).set({ completedAt: ago });
    await tidy(
      { db: production.db, storage: production.storage },
      'clips',
      new AbortController().signal,
    );
    expect(await production.storage.head(clip)).toBeNull();
  });
});

import { expect, test } from 'vitest';
import type { Voice } from '#shared/voices.ts';
import { joinCatalogues, type Voices } from './catalogue.ts';

const voice = (id: string, name: string) => ({ id, name }) as Partial<Voice> as Voice;

/** A narrator whose ids begin with `prefix`, and what it has on sale. */
function speaking(prefix: string, ...all: Voice[]) {
  const spoken: string[] = [];
  const voices = {
    list: async () => all,
    find: async (id) => all.find((one) => one.id === id) ?? null,
    sample: async (id) => {
      spoken.push(id);
      return { clip: { samples: new Int16Array(1), sampleRate: 1 }, text: prefix };
    },
    sampleMp3: async (id) => (all.some((one) => one.id === id) ? Buffer.from(prefix) : null),
    hasSample: async (id) => all.some((one) => one.id === id),
  } satisfies Voices;
  return { narrator: { owns: (id: string) => id.startsWith(prefix) }, voices, spoken };
}
const { signal } = new AbortController();

test('one catalogue by name, in which each voice is heard from its own narrator', async () => {
  const first = speaking('a', voice('a1', 'Zoe'), voice('a2', 'Adam'));
  const second = speaking('b', voice('b1', 'Heart'));
  const joined = joinCatalogues([first, second]);
  expect((await joined.list()).map(({ name }) => name)).toEqual(['Adam', 'Heart', 'Zoe']);
  expect(await joined.find('b1')).toMatchObject({ name: 'Heart' });
  expect((await joined.sample('b1', 'Heart', signal)).text).toBe('b');
  expect(String(await joined.sampleMp3('a1'))).toBe('a');
  // One that has left its list is still found by its narrator.
  await joined.sample('b9', 'Gone', signal);
  expect([first.spoken, second.spoken]).toEqual([[], ['b1', 'b9']]);
  expect(await joined.find('c')).toBeNull();
  expect(await joined.sampleMp3('c')).toBeNull();
  expect([await joined.hasSample('b1'), await joined.hasSample('c')]).toEqual([true, false]);
});

test('of two voices with one name the first narrator’s is on sale', async () => {
  const joined = joinCatalogues([
    speaking('a', voice('a1', 'Adam')),
    speaking('b', voice('b1', 'Adam'), voice('b2', 'Emma')),
  ]);
  expect((await joined.list()).map(({ id }) => id)).toEqual(['a1', 'b2']);
  expect(await joined.find('b1')).toBeNull();
});

test('a narrator alone has its own catalogue', () => {
  const alone = speaking('a', voice('a1', 'Adam'));
  expect(joinCatalogues([alone])).toBe(alone.voices);
});

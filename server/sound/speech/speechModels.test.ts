import { expect, it } from 'vitest';
import { DELIVERIES } from '#shared/script.ts';
import { taggedFor } from './speechModels.ts';

const text = 'Oh, that is good.';

it.each(['eleven_v4', 'eleven_v4_turbo', 'eleven_v3'])(
  '%s is told each delivery by a short tag of its own',
  (model) => {
    const sent = DELIVERIES.map((delivery) => taggedFor(model, { text, delivery }));
    expect(new Set(sent).size).toBe(DELIVERIES.length);
    for (const line of sent) {
      expect(line).toMatch(/^\[[a-z -]+\] Oh, that is good\.$/);
      expect(line.split(']')[0]?.split(' ').length).toBeLessThanOrEqual(8);
    }
    expect(taggedFor(model, { text })).toBe(text);
    expect(taggedFor(model, { text, delivery: null })).toBe(text);
  },
);

it.each(['eleven_flash_v2_5', 'eleven_turbo_v2_5', 'eleven_multilingual_v2', 'eleven_v9'])(
  '%s is told none, because it might read it out',
  (model) => {
    for (const delivery of DELIVERIES) expect(taggedFor(model, { text, delivery })).toBe(text);
  },
);

it('a model that reads figures well gets them as written, any other one gets their words', () => {
  const text = 'They sold 1,490 eggs, <1% of them broken.';
  for (const model of ['eleven_v4', 'eleven_v3', 'eleven_multilingual_v2']) {
    expect(taggedFor(model, { text })).toBe(text);
  }
  for (const model of ['eleven_flash_v2_5', 'eleven_turbo_v2_5', 'eleven_next']) {
    expect(taggedFor(model, { text })).toBe(
      'They sold one thousand four hundred and ninety eggs, less than one percent of them broken.',
    );
  }
});

import { describe } from './describe.ts';
import { knownVoices } from './facts.ts';

/** Every voice that we have words of our own for, as the catalogue shows it. */
export const describeKnown = () =>
  [...knownVoices].flatMap(
    ([id, { name }]) =>
      describe({
        id,
        name,
        labels: {},
        description: null,
        category: 'premade',
        rate: 1,
        endsAt: null,
      }) ?? [],
  );

import { describe, knownVoices } from './describe.ts';

/** All voices with our own description, as in the catalogue. */
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

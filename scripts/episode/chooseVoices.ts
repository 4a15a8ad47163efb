import { createHash } from 'node:crypto';
import { areVoicesSimilar } from '#shared/voiceSimilarity.ts';
import type { Voice } from '#shared/voices.ts';
import { Ending } from './ending.ts';
import type { EpisodeOptions } from './readArguments.ts';

const LISTED = 20;

/** Without names, takes two that differ in sound where possible. Throws `Ending` without a pair. */
export function chooseVoices(
  { topic, voices }: Pick<EpisodeOptions, 'topic' | 'voices'>,
  catalogue: readonly Voice[],
): [Voice, Voice] {
  if (voices) {
    const [one, two] = voices.map((name) => named(name, catalogue));
    if (one && two && one.id !== two.id) return [one, two];
    throw new Ending('wrong', '--voices: both are the same voice.');
  }
  const turn = createHash('sha256').update(topic).digest().readUInt32BE() % (catalogue.length || 1);
  const [first, ...others] = [...catalogue.slice(turn), ...catalogue.slice(0, turn)];
  if (!first || !others[0]) {
    throw new Ending('failed', 'The voice provider does not list two voices that can be used.');
  }
  const second =
    others.find(({ gender }) => gender !== first.gender) ??
    others.find((other) => !areVoicesSimilar(first, other)) ??
    others[0];
  return [first, second];
}

function named(name: string, catalogue: readonly Voice[]): Voice {
  const isNamed = ({ id, name: own }: Voice) =>
    id === name || own.toLowerCase() === name.toLowerCase();
  const found = catalogue.find(isNamed);
  if (found) return found;
  const names = catalogue.slice(0, LISTED).map((voice) => voice.name);
  const more = catalogue.length > LISTED ? ' and more' : '';
  throw new Ending('wrong', `There is no voice “${name}”. There are: ${names.join(', ')}${more}.`);
}

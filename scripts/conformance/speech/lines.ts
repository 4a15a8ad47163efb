import { ended, outcomeOf, Unmet } from '../check.ts';
import { LINE, opened, type Speaking, secondsOf, shown } from './subject.ts';

/** Repeated, it makes a line as long as lines get in an episode. */
const PARAGRAPH =
  'The sea makes its own weather, and nobody noticed. A ship that left the harbour in the morning could meet three winds before noon, and each of them had a name. ';
const LONG = PARAGRAPH.repeat(6)
  .slice(0, 900)
  .replace(/\s+\S*$/, '.');
/** A long line has fewer pauses at its ends; below this share it was not spoken whole. */
const LEAST = 0.6;
const MOST = 1.8;

/** A long line has to come whole: some models stop after some seconds without saying so. */
export async function speakLong(speaking: Speaking, signal: AbortSignal) {
  const { female, format, usual } = speaking;
  const narrator = opened(speaking, { format });
  const spoken = narrator.speak({ voiceId: female.id, text: LONG }, signal);
  const { answer, failure } = await outcomeOf(spoken);
  if (!answer) {
    throw new Unmet(
      `${LONG.length} characters were not spoken: ${ended(failure.message)} The product's longest lines have about as many.`,
    );
  }
  const expected = (usual * LONG.length) / LINE.length;
  const seconds = secondsOf(answer);
  const share = seconds / expected;
  if (share < LEAST || share > MOST) {
    throw new Unmet(
      `${LONG.length} characters took ${shown(seconds)}, and at the pace of a short line they take ${shown(expected)}: a line has to be spoken whole, and once.`,
    );
  }
  return { seen: `${LONG.length} characters took ${shown(seconds)}.` };
}

/** Texts as in scripts; those with `needed` have to be spoken, the others may be refused. */
export const texts = [
  { what: 'accents', text: 'Café, naïve, Zürich, and Dvořák!', needed: true },
  {
    what: 'numbers and signs',
    text: 'In 1,234 of 8,910 cases: $7.50, or 12 % more.',
    needed: true,
  },
  { what: 'an emoji', text: 'Yes, of course we can 😀.', needed: true },
  { what: 'another script', text: '你好，世界。今天天气很好。', needed: false },
  { what: 'a line without a word', text: '…', needed: false },
];

/** A text has to be spoken or refused at once: it must not keep the product waiting. */
export async function speakText(
  speaking: Speaking,
  { text, needed }: (typeof texts)[number],
  signal: AbortSignal,
) {
  const narrator = opened(speaking, { format: speaking.format });
  const spoken = narrator.speak({ voiceId: speaking.female.id, text }, signal);
  const { answer, failure } = await outcomeOf(spoken);
  if (answer) return { seen: `“${text}” took ${shown(secondsOf(answer))}.` };
  if (needed) {
    throw new Unmet(`“${text}” was not spoken: ${ended(failure.message)} Scripts hold such lines.`);
  }
  if (failure.trouble === 'busy') {
    throw new Unmet(
      `“${text}” was neither spoken nor refused: ${ended(failure.message)} The product would ask for it again and again.`,
    );
  }
  return { seen: `“${text}” is not spoken: ${ended(failure.message)}` };
}

const SPEEDS = { slow: 0.85, fast: 1.2 };
/** The least ratio of the two lengths, which should be 1.41. */
const LEAST_RATIO = 1.15;

/** Where the vendor file says that speed can vary, it has to. */
export async function varySpeed(speaking: Speaking, signal: AbortSignal) {
  const narrator = opened(speaking, { format: speaking.format });
  if (!narrator.variesSpeed) return { seen: `Not claimed for ${narrator.model}.` };
  const speak = async (speed: number) =>
    secondsOf(await narrator.speak({ voiceId: speaking.female.id, text: LINE, speed }, signal));
  const slow = await speak(SPEEDS.slow);
  const fast = await speak(SPEEDS.fast);
  const summary = `The line takes ${shown(slow)} at ${SPEEDS.slow} and ${shown(fast)} at ${SPEEDS.fast}`;
  if (slow < fast * LEAST_RATIO) {
    throw new Unmet(
      `${summary}: speed is claimed and does nothing. In that case a vendor file says variesSpeed: false.`,
    );
  }
  return { seen: `${summary}.` };
}

/** Where the model performs scenes, each line has to come as a clip of its own. */
export async function speakScene(speaking: Speaking, signal: AbortSignal) {
  const { female, male, format } = speaking;
  const narrator = opened(speaking, { format });
  if (narrator.longestTake === null) return { seen: `${narrator.model} speaks line by line.` };
  const lines = [female, male].map(({ id }) => ({ voiceId: id, text: LINE }));
  const clips = await narrator.speakTake({ lines }, signal);
  const lengths = clips.map((clip) => shown(secondsOf(clip)));
  if (clips.length !== lines.length) {
    throw new Unmet(`Two lines came back as ${clips.length} clips: each line needs its own.`);
  }
  return { seen: `Two lines of a scene took ${lengths.join(' and ')}.` };
}

import { Unmet } from '../check.ts';
import { LINE, opened, type Speaking, secondsOf, shown } from './subject.ts';

const SPEEDS = { slow: 0.85, fast: 1.2 };
/** The least ratio of the two lengths, which should be 1.41. */
const LEAST = 1.15;

/** Where the vendor file says that speed can vary, it has to. */
export async function varySpeed(speaking: Speaking, signal: AbortSignal) {
  const narrator = opened(speaking, { format: speaking.format });
  if (!narrator.variesSpeed) return { seen: `Not claimed for ${narrator.model}.` };
  const speak = async (speed: number) =>
    secondsOf(await narrator.speak({ voiceId: speaking.female.id, text: LINE, speed }, signal));
  const slow = await speak(SPEEDS.slow);
  const fast = await speak(SPEEDS.fast);
  const summary = `The line takes ${shown(slow)} at ${SPEEDS.slow} and ${shown(fast)} at ${SPEEDS.fast}`;
  if (slow < fast * LEAST) {
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

import type { Check, Timing } from '../check.ts';
import { type Middleman, openMiddleman } from '../middleman.ts';
import { speakAtOnce } from './crowd.ts';
import { compareLengths, type Spoken, speakFormat } from './formats.ts';
import { askNobody, askWithWrongKey, compareHosts, pickHosts } from './hosts.ts';
import { speakLong, speakScene, speakText, texts, varySpeed } from './lines.ts';
import { spoiltAnswers, stop, survive, waitOut } from './spoiltAnswers.ts';
import type { Speaking, SpeechSubject } from './subject.ts';

/** Ends early without voices, or without a line that was spoken. */
export async function holdNarrator(
  check: Check,
  subject: SpeechSubject,
  timing: Timing,
): Promise<void> {
  const hosts = await check('lists its voices', (signal) => pickHosts(subject, timing, signal));
  if (!hosts) return;
  const trial = { subject, timing, voice: hosts.female };
  const spoken: Spoken[] = [];
  for (const format of subject.formats) {
    const found = await check(`speaks ${format}`, (signal) => speakFormat(trial, format, signal));
    if (found?.spoken) spoken.push(found.spoken);
  }
  const [first] = spoken;
  if (!first) return;
  await check('is as long in every format', (signal) => compareLengths(trial, spoken, signal));
  const speaking = { subject, timing, ...hosts, format: first.format, usual: first.seconds };
  const middleman = await openMiddleman(new URL(subject.baseUrl).origin);
  try {
    await checkServer(check, speaking, middleman);
    await checkPatience(check, speaking, middleman);
  } finally {
    middleman.close();
  }
}

async function checkServer(check: Check, speaking: Speaking, middleman: Middleman) {
  await check('has two hosts', (signal) => compareHosts(speaking, signal));
  await check('keeps order', (signal) => speakAtOnce(speaking, middleman, signal));
  await check('refuses a voice it does not have', (signal) => askNobody(speaking, signal));
  await check('refuses a wrong key', (signal) => askWithWrongKey(speaking, signal));
  await check('speaks a long line', (signal) => speakLong(speaking, signal));
  for (const text of texts) {
    await check(`answers ${text.what}`, (signal) => speakText(speaking, text, signal));
  }
  await check('varies its speed', (signal) => varySpeed(speaking, signal));
  await check('performs a scene', (signal) => speakScene(speaking, signal));
}

async function checkPatience(check: Check, speaking: Speaking, middleman: Middleman) {
  for (const { what, spoil } of spoiltAnswers) {
    await check(`notices ${what}`, (signal) => survive(speaking, { middleman, spoil, signal }));
  }
  await check('waits after a 429', (signal) => waitOut(speaking, middleman, signal));
  await check('can be stopped', (signal) => stop(speaking, middleman, signal));
}

import { ended, outcomeOf, Unmet } from '../check.ts';
import { LINE, opened, type Speaking } from './subject.ts';

export async function compareHosts(speaking: Speaking, signal: AbortSignal) {
  const { female, male, format } = speaking;
  const narrator = opened(speaking, { format });
  const [one, other] = await Promise.all(
    [female, male].map(({ id }) => narrator.speak({ voiceId: id, text: LINE }, signal)),
  );
  const isSame =
    one?.samples.length === other?.samples.length &&
    one?.samples.every((sample, index) => sample === other?.samples[index]);
  if (isSame) {
    throw new Unmet(
      `${female.name} and ${male.name} have exactly the same sound: the voice that is asked for has to speak.`,
    );
  }
  return { seen: `${female.name} and ${male.name} do not sound the same.` };
}

/** A missing voice has to be reported; no other one may take its place. */
export async function askNobody(speaking: Speaking, signal: AbortSignal) {
  const { female, format } = speaking;
  const prefix = female.id.slice(0, female.id.lastIndexOf(':') + 1);
  const voiceId = `${prefix}no-such-voice`;
  const spoken = opened(speaking, { format }).speak({ voiceId, text: LINE }, signal);
  const { failure } = await outcomeOf(spoken);
  if (!failure) {
    throw new Unmet(
      'A voice that does not exist was asked for, and some other voice spoke: a host would change in the middle of an episode. The server has to refuse it.',
    );
  }
  if (failure.trouble !== 'rejected' || failure.subject !== 'voice') {
    throw new Unmet(
      `A voice that does not exist is answered with “${failure.message}”, which reads as ${failure.trouble}. The product needs to know that the voice is at fault: 'rejected' with the subject 'voice'.`,
    );
  }
  return { seen: `Refused: ${ended(failure.message)}` };
}

/** A key that is needed and wrong must read as 'refused'. */
export async function askWithWrongKey(speaking: Speaking, signal: AbortSignal) {
  const { subject, female, format } = speaking;
  if (subject.apiKey === null) return { seen: 'The server speaks without any.' };
  const narrator = opened(speaking, { format, apiKey: `${subject.apiKey.slice(0, -1)}~` });
  const { id: voiceId } = female;
  const tried = [narrator.probe(signal), narrator.speak({ voiceId, text: LINE }, signal)];
  const outcomes = await Promise.all(tried.map((call) => outcomeOf<unknown>(call)));
  const failures = outcomes.flatMap(({ failure }) => failure ?? []);
  const odd = failures.find(({ trouble }) => trouble !== 'refused');
  if (odd) {
    throw new Unmet(
      `It reads as ${odd.trouble}: ${ended(odd.message)} A wrong key has to be 'refused', or the product keeps trying for hours.`,
    );
  }
  const [failure] = failures;
  if (!failure) return { seen: 'Any key will do, so none is needed.' };
  return { seen: `Refused: ${ended(failure.message)}` };
}

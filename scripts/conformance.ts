// `npm run conformance -- speech URL`: whether a server with OpenAI's speech, ElevenLabs or a vendor file
// of your own does what an episode needs, one line each; `-- script URL --model M`: the same for a model.
import '../server/app/env.ts';
import { parseArgs, styleText } from 'node:util';
import { runCheck, WrongUsage } from './command.ts';
import { openChecks, type Result } from './conformance/check.ts';
import * as script from './conformance/script/subject.ts';
import { holdModel } from './conformance/script/suite.ts';
import * as speech from './conformance/speech/subject.ts';
import { holdNarrator } from './conformance/speech/suite.ts';
import { ELEVENLABS, elevenlabs, speechServer, vendorFile } from './conformance/speech/vendors.ts';

const USAGE = `Usage:
  npm run conformance -- speech URL [--key K] [--model M] [--format F …] [--voice V …] [--vendor FILE]
  npm run conformance -- speech elevenlabs --key K [--url URL] [--model M] [--format F …] [--voice V …]
  npm run conformance -- script URL --model M [--key K]
A URL of a server with OpenAI's protocol ends in /v1. A voice may say what it is: --voice alba=female.`;

const options = {
  key: { type: 'string' },
  url: { type: 'string' },
  model: { type: 'string' },
  vendor: { type: 'string' },
  format: { type: 'string', multiple: true },
  voice: { type: 'string', multiple: true },
} as const;

function readArguments() {
  try {
    const { positionals, values } = parseArgs({ options, allowPositionals: true });
    const [what, place, ...rest] = positionals;
    if (!place || rest.length) throw new Error(USAGE);
    return { what, place, ...values };
  } catch (error) {
    const said = error instanceof Error ? error.message : String(error);
    throw new WrongUsage(said === USAGE ? USAGE : `${said}\n${USAGE}`);
  }
}

function addressOf(text: string): string {
  if (!/^https?:$/.test(URL.parse(text)?.protocol ?? '')) {
    throw new WrongUsage(`${text} is not the address of a server.\n${USAGE}`);
  }
  return text.replace(/\/+$/, '');
}

async function main(): Promise<boolean> {
  const { what, place, key, url, model, vendor, format = [], voice = [] } = readArguments();
  const isModel = what === 'script';
  if (!isModel && what !== 'speech') throw new WrongUsage(USAGE);
  const timing = isModel ? script.usualTiming : speech.usualTiming;
  const { check, count } = openChecks(say, timing.longest);
  const apiKey = key ?? null;
  if (isModel) {
    if (!model) throw new WrongUsage(`Which model? Say --model M.\n${USAGE}`);
    await holdModel(check, { baseUrl: addressOf(place), apiKey, model }, timing);
  } else {
    const isEleven = place === 'elevenlabs';
    const baseUrl = addressOf(isEleven ? (url ?? ELEVENLABS) : place);
    const named = { baseUrl, apiKey, model, formats: format, voices: voice };
    const own = vendor ? await vendorFile(vendor, named) : null;
    const subject = own ?? (isEleven ? elevenlabs(named) : speechServer(named));
    await holdNarrator(check, subject, timing);
  }
  const { passed, failed } = count;
  console.log(
    failed ? `\n${failed} of ${passed + failed} checks failed.` : `\nAll ${passed} checks passed.`,
  );
  return failed === 0;
}

function say({ name, passed, sentence }: Result): void {
  const sign = passed ? styleText('green', 'passed') : styleText('red', 'failed');
  console.log(`${sign}  ${name}: ${sentence}`);
}

runCheck(main);

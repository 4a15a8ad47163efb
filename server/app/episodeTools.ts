import type { ModelSet } from '#shared/models.ts';
import { openRateLimiter } from '../production/run/rateLimiter.ts';
import { openaiWebSearch } from '../reading/web/webSearch.ts';
import { narratorOf } from '../sound/speech/narratorOf.ts';
import type { ProbedNarrator } from '../sound/speech/speech.ts';
import { meteredNarrator } from '../supply/costs/costMeter.ts';
import { openModels } from '../supply/scriptModels/scriptModels.ts';
import { joinCatalogues, openVoices, type Voices } from '../supply/voices/catalogue.ts';
import { noteRefusals } from '../supply/voices/noteRefusals.ts';
import { openaiBriefReader, openaiWriter } from '../writing/writer/openaiWriter.ts';
import type { Basics } from './basics.ts';

/** What depends on models: those that an episode was ordered with, or those of new orders. */
export function openEpisodeTools(basics: Basics) {
  const { config, db, speakers, providers, audio, recordOwnPurchase } = basics;
  const models = openModels({
    db,
    wanted: config.models,
    speech: speakers.account,
    settingsOf: speakers.settingsOf,
  });
  const rateLimiter = openRateLimiter(db);

  function openSpeaking(own: ProbedNarrator) {
    const narrator = noteRefusals(own, basics);
    const metered = meteredNarrator(narrator, recordOwnPurchase);
    // Voices of an account differ in what its plan covers; those of a server are all its own.
    const onlyWithSample =
      !basics.hearsAll && own.provider === 'ElevenLabs' && config.elevenlabs.account !== null;
    return { narrator, voices: openVoices({ ...basics, narrator: metered, onlyWithSample }) };
  }

  function open(set: ModelSet) {
    const [first, ...others] = speakers.narrators(set);
    const speaking = [openSpeaking(first), ...others.map(openSpeaking)] as const;
    const narrators = speaking.map(({ narrator }) => narrator);
    const voices = joinCatalogues(speaking);
    const script = { model: set.script, ...providers.openai };
    return {
      writer: openaiWriter({ ...script, rateLimiter }),
      /** The same model without the rate limiter: a trial has no time to wait for its turn. */
      unlimitedWriter: openaiWriter(script),
      briefReader: openaiBriefReader({ ...script, rateLimiter }),
      webSearch: config.research === 'web' ? openaiWebSearch(script) : null,
      narrators,
      narratorOf: (voiceId: string) => narratorOf(narrators, voiceId),
      voices,
      async sample(voiceId: string, name: string, signal: AbortSignal) {
        const { clip, text } = await voices.sample(voiceId, name, signal);
        return { clip: audio.prepare(clip), characters: text.length };
      },
    };
  }

  const opened = new Map<string, ReturnType<typeof open>>();
  function toolsOf(set: ModelSet) {
    const name = [set.script, set.speech, set.format].join('/');
    const tools = opened.get(name) ?? open(set);
    opened.set(name, tools);
    return tools;
  }
  const currentTools = async () => toolsOf(await models.current());
  const voices: Voices = {
    list: async () => (await currentTools()).voices.list(),
    find: async (id) => (await currentTools()).voices.find(id),
    sample: async (...voice) => (await currentTools()).voices.sample(...voice),
    sampleMp3: async (id) => (await currentTools()).voices.sampleMp3(id),
    hasSample: async (id) => (await currentTools()).voices.hasSample(id),
  };
  return { models, toolsOf, currentTools, voices };
}

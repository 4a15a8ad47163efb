import type { ClientConfig } from '#shared/config.ts';

/** Who wrote and spoke what is heard here, where that is not the premium studio; null where it is. */
export function originOf(config: ClientConfig | undefined): string | null {
  const isWriter = config?.standins.includes('OpenAI');
  const isVoice = config?.standins.includes('ElevenLabs');
  if (isWriter && isVoice)
    return 'This studio runs on its built-in demo writer and demo voice: these demos are written and spoken by them.';
  if (isVoice) return 'This studio runs on its built-in demo voice: these demos are spoken by it.';
  if (isWriter)
    return 'This studio runs on its built-in demo writer: these demos are written by it.';
  return null;
}

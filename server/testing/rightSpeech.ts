import type { StandinAddresses } from '../../standins/standin.ts';

export interface SpeechBody {
  model?: string;
  voice: string;
  input: string;
  response_format: string;
  speed?: number | undefined;
}
export interface Sound {
  status: number;
  type: string;
  bytes: Buffer;
}
/** A speech server that works. */
export interface RightServer {
  speak(body: SpeechBody): Promise<Sound>;
  list(): Promise<{ voices: { id: string }[] }>;
}

/** OpenAI's stand-in as such a server. It makes each sound once and then repeats it. */
export function rightSpeech({ baseUrl, apiKey }: StandinAddresses['openai']): RightServer {
  const spoken = new Map<string, Promise<Sound>>();
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${apiKey}` };

  async function say(body: SpeechBody): Promise<Sound> {
    const said = { method: 'POST', headers, body: JSON.stringify({ model: 'kokoro', ...body }) };
    const reply = await fetch(`${baseUrl}/audio/speech`, said);
    const type = reply.headers.get('content-type') ?? '';
    return { status: reply.status, type, bytes: Buffer.from(await reply.arrayBuffer()) };
  }

  return {
    async speak(body) {
      const { voice, input, response_format, speed = 1 } = body;
      const key = JSON.stringify([voice, input, response_format, speed]);
      const sound = spoken.get(key) ?? say(body);
      spoken.set(key, sound);
      const { bytes, ...rest } = await sound;
      return { ...rest, bytes: Buffer.from(bytes) };
    },
    list: async () => (await fetch(`${baseUrl}/audio/voices`, { headers })).json(),
  };
}

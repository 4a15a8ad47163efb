import type { Express, Request, Response } from 'express';
import type { RightServer, Sound, SpeechBody } from './rightSpeech.ts';

export interface WrongServer {
  what: string;
  /** Names of the checks that fail, and what each says. */
  fails: Record<string, RegExp>;
  speak?(right: RightServer, body: SpeechBody, res: Response, req: Request): unknown;
  list?(right: RightServer): Promise<unknown>;
}

export function serveWrong(app: Express, right: RightServer, wrong: Partial<WrongServer>): void {
  app.get('/v1/audio/voices', async (_req, res) => {
    res.json(await (wrong.list ?? (() => right.list()))(right));
  });
  app.post('/v1/audio/speech', async (req, res) => {
    if (wrong.speak) return void wrong.speak(right, req.body, res, req);
    send(res, await right.speak(req.body));
  });
}

const send = (res: Response, { status, type, bytes }: Sound) =>
  void res.status(status).type(type).send(bytes);

const HEAD = 44;
/** Offset of the sample rate in a WAV file, bytes. */
const RATE_AT = 24;

/** Works, but takes few calls at once. */
export function crowded(most: number): Pick<WrongServer, 'speak'> {
  let inFlight = 0;
  return {
    speak: async (right, body, res) => {
      res.once('close', () => {
        inFlight -= 1;
      });
      inFlight += 1;
      if (inFlight > most) return res.status(429).json({ detail: 'Too many requests.' });
      const sound = await right.speak(body);
      setTimeout(() => send(res, sound), TOGETHER);
    },
  };
}

/** Each is wrong in one way. */
export const wrongServers: WrongServer[] = [
  {
    what: 'lets another voice speak for one that it has not',
    fails: { 'refuses a voice it does not have': /some other voice spoke/ },
    speak: async (right, body, res) => {
      const sound = await right.speak(body);
      send(res, sound.status === 400 ? await right.speak({ ...body, voice: 'af_heart' }) : sound);
    },
  },
  {
    what: 'has one voice under many names',
    fails: { 'has two hosts': /exactly the same sound/ },
    speak: async (right, body, res) => {
      const asked = await right.speak(body);
      send(res, asked.status === 200 ? await right.speak({ ...body, voice: 'af_sky' }) : asked);
    },
  },
  {
    what: 'lists one voice',
    fails: { 'lists its voices': /Of 1 voice, 1 voice can be sold.*two hosts need/s },
    list: async () => ({ voices: [{ id: 'af_heart' }] }),
  },
  {
    what: 'sends silence',
    fails: { 'speaks wav': /silent.*whole and audible/s },
    speak: async (right, body, res) => {
      const { bytes, ...sound } = await right.speak(body);
      send(res, {
        ...sound,
        bytes: Buffer.concat([bytes.subarray(0, HEAD), Buffer.alloc(bytes.length - HEAD)]),
      });
    },
  },
  {
    what: 'cuts its answers',
    fails: { 'speaks wav': /The line did not come.*broken/s },
    speak: async (right, body, res) => {
      const { bytes } = await right.speak(body);
      res.writeHead(200, { 'content-type': 'audio/wav', 'content-length': bytes.length });
      res.write(bytes.subarray(0, bytes.length / 2), () => res.destroy());
    },
  },
  {
    what: 'answers with a page',
    fails: { 'speaks wav': /text\/html.* is not sound.*Does the address .* end in \/v1/s },
    speak: (_right, _body, res) => res.type('html').send('<!doctype html><h1>Welcome</h1>'),
  },
  {
    what: 'answers with JSON',
    fails: { 'speaks wav': /application\/json.* is not sound/s },
    speak: (_right, _body, res) => res.json({ audio: 'UklGRg==' }),
  },
  {
    what: 'never answers',
    fails: { 'speaks wav': /no (?:end|sign of life) in time.*busy/s },
    speak: () => {},
  },
  {
    what: 'says another rate than its WAV has',
    fails: {
      'is as long in every format': /s as wav, .* s as pcm: one of them has another sample rate/,
    },
    speak: async (right, body, res) => {
      const sound = await right.speak(body);
      if (body.response_format === 'wav' && sound.status === 200)
        sound.bytes.writeUInt32LE(22_050, RATE_AT);
      send(res, sound);
    },
  },
  swapping(),
  {
    what: 'speaks at one speed',
    fails: { 'varies its speed': /speed is claimed and does nothing/ },
    speak: async (right, { speed: _, ...body }, res) => send(res, await right.speak(body)),
  },
  {
    what: 'speaks the first two hundred characters',
    fails: { 'speaks a long line': /89\d characters .*(?:too short|took)/s },
    speak: async (right, body, res) =>
      send(res, await right.speak({ ...body, input: body.input.slice(0, 200) })),
  },
  {
    what: 'fails at another script',
    fails: { 'answers another script': /neither spoken nor refused/ },
    speak: async (right, body, res) => {
      if (/\p{Script=Han}/u.test(body.input))
        return res.status(500).json({ detail: 'no phonemes' });
      return send(res, await right.speak(body));
    },
  },
  {
    what: 'fails at a wrong key',
    fails: { 'refuses a wrong key': /reads as busy.*has to be 'refused'/s },
    speak: async (right, body, res, req) => {
      if (req.get('authorization') !== 'Bearer sk-right') return res.status(500).json({});
      return send(res, await right.speak(body));
    },
  },
];

/** How long a request waits for another to be confused with, ms. */
const TOGETHER = 40;

function swapping(): WrongServer {
  let waiting: { sound: Sound; res: Response } | null = null;
  return {
    what: 'confuses answers when two are asked for at once',
    fails: {
      'keeps order': /among eight at once .* Every answer has to belong to its own request/,
    },
    speak: async (right, body, res) => {
      const sound = await right.speak(body);
      const first = waiting;
      if (first) {
        waiting = null;
        send(first.res, sound);
        return send(res, first.sound);
      }
      const own = { sound, res };
      waiting = own;
      setTimeout(() => {
        if (waiting !== own) return;
        waiting = null;
        send(res, sound);
      }, TOGETHER);
    },
  };
}

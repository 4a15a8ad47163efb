import type { Express, Response } from 'express';

interface ChatBody {
  messages: { role: string; content: string }[];
  stream?: boolean;
  max_completion_tokens?: number;
  response_format?: { type: string; json_schema?: object };
}
/** A model that works: its whole answer, and why it ended. */
export type RightModel = (body: ChatBody) => Promise<{ content: string; finish: string }>;

export interface WrongModel {
  what: string;
  /** Names of the checks that fail, and what each says. */
  fails: Record<string, RegExp>;
  answer(right: RightModel, body: ChatBody, res: Response): unknown;
}

export function serveModel(
  app: Express,
  right: RightModel,
  { answer }: Pick<WrongModel, 'answer'>,
) {
  app.post('/v1/chat/completions', async (req, res) => void (await answer(right, req.body, res)));
}

const choice = (part: object, finish: string | null) =>
  JSON.stringify({ choices: [{ index: 0, finish_reason: finish, delta: {}, ...part }] });

function send(
  res: Response,
  { stream = false }: ChatBody,
  { content, finish, piece = 20 }: { content: string; finish: string | null; piece?: number },
) {
  if (!stream) return void res.type('json').send(choice({ message: { content } }, finish));
  res.type('text/event-stream');
  for (let at = 0; at < content.length; at += piece) {
    const part = content.slice(at, at + piece);
    res.write(`data: ${choice({ delta: { content: part } }, null)}\n\n`);
  }
  if (finish) res.write(`data: ${choice({}, finish)}\n\n`);
  res.end('data: [DONE]\n\n');
}

/** Returns the request with the strict schema that its words describe. */
function withSchema(body: ChatBody): ChatBody {
  const [, schema] = /JSON schema:\n(.*)$/s.exec(body.messages[0]?.content ?? '') ?? [];
  const tasks = body.messages.flatMap(
    ({ content }) => /^\{"task":"(\w+)"/.exec(content)?.[1] ?? [],
  );
  const json_schema = { name: tasks.at(-1), schema: JSON.parse(schema ?? '{}'), strict: true };
  return { ...body, response_format: { type: 'json_schema', json_schema } };
}

const isStrict = ({ response_format }: ChatBody) => response_format?.type === 'json_schema';
const PROSE = 'Cats purr for many reasons, and nobody knows all of them.';

/** Models that work, each in its own way: the product has to get along with all of them. */
export const otherModels: Omit<WrongModel, 'fails'>[] = [
  {
    what: 'knows no strict schemas',
    answer: async (right, body, res) => {
      if (!isStrict(body)) return send(res, body, await right(withSchema(body)));
      return res.status(400).json({ error: { message: 'response_format json_schema is unknown' } });
    },
  },
  {
    what: 'ignores a schema, and puts its JSON into a code fence',
    answer: async (right, body, res) => {
      if (isStrict(body)) return send(res, body, { content: PROSE, finish: 'stop' });
      const { content, finish } = await right(withSchema(body));
      return send(res, body, { content: `Sure!\n\`\`\`json\n${content}\n\`\`\``, finish });
    },
  },
];

/** Each is wrong in one way. */
export const wrongModels: WrongModel[] = [
  {
    what: 'writes prose whatever it is told',
    fails: {
      'answers in JSON': /No outline came: .*not JSON.* has to answer in JSON/,
      'streams its answer': /There is no JSON in it/,
    },
    answer: (_right, body, res) => send(res, body, { content: PROSE, finish: 'stop' }),
  },
  {
    what: 'sends its answer in one piece',
    fails: { 'streams its answer': /came in 1 piece: the first line has to arrive/ },
    answer: async (right, body, res) => send(res, body, { ...(await right(body)), piece: 100_000 }),
  },
  {
    what: 'does not stream',
    fails: {
      'streams its answer': /the answer was cut/,
      'writes lines': /./,
      'notices a cut stream': /./,
    },
    answer: async (right, body, res) => send(res, { ...body, stream: false }, await right(body)),
  },
  {
    what: 'says nothing of the end of a stream',
    fails: { 'streams its answer': /the answer was cut/ },
    answer: async (right, body, res) => {
      const { content, finish } = await right(body);
      send(res, body, { content, finish: body.stream ? null : finish });
    },
  },
  {
    what: 'says “stop” when it was cut',
    fails: { 'says when it was cut': /finish_reason “stop”: the server has to keep to/ },
    answer: async (right, body, res) => send(res, body, { ...(await right(body)), finish: 'stop' }),
  },
  {
    what: 'answers with a page',
    fails: { 'answers in JSON': /No outline came/, 'streams its answer': /./ },
    answer: (_right, _body, res) => res.type('html').send('<!doctype html><h1>Welcome</h1>'),
  },
  {
    what: 'never answers',
    fails: { 'answers in JSON': /in time/, 'streams its answer': /in time/ },
    answer: () => {},
  },
];

import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import express from 'express';

export interface ModelAnswer {
  content?: string;
  refusal?: string;
  finish?: string | null;
}

export interface ModelRequest {
  /** Name of the schema that the answer must fit. */
  call: string;
  /** Contents of all messages but the first. */
  messages: string[];
}

export async function openModelServer(
  answer: (request: ModelRequest) => ModelAnswer | Promise<ModelAnswer>,
) {
  const server = createServer(
    express()
      .use(express.json({ limit: '4mb' }))
      .use(async (req, res) => {
        const { messages, response_format, stream } = req.body;
        const {
          content = '',
          refusal,
          finish = 'stop',
        } = await answer({
          call: response_format?.json_schema?.name ?? '',
          messages: messages.slice(1).map((message: { content: unknown }) => textOf(message)),
        });
        if (!stream) {
          const message = { role: 'assistant', content, refusal: refusal ?? null };
          return void res.json({ choices: [{ index: 0, message, finish_reason: finish }] });
        }
        const event = (choice: object) =>
          `data: ${JSON.stringify({ choices: [{ index: 0, finish_reason: null, delta: {}, ...choice }] })}\n\n`;
        res.type('text/event-stream');
        for (const piece of content.match(/[\s\S]{1,7}/g) ?? []) {
          res.write(event({ delta: { content: piece } }));
        }
        if (refusal) res.write(event({ delta: { refusal } }));
        res.end(`${event({ finish_reason: finish })}data: [DONE]\n\n`);
      }),
  ).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}

function textOf({ content }: { content: unknown }): string {
  return typeof content === 'string'
    ? content
    : (content as { text: string }[]).map(({ text }) => text).join('');
}

import { expect, test } from 'vitest';
import { readExchange } from './exchange.ts';

const asked = (name: string) =>
  JSON.stringify({
    response_format: { json_schema: { name } },
    messages: [
      { role: 'system', content: 'Write.' },
      { role: 'user', content: JSON.stringify({ topic: 'bees', hosts: { A: 'Jo', B: 'Mira' } }) },
      { role: 'user', content: [{ text: JSON.stringify({ said: ['A: Hello.'] }) }] },
      { role: 'user', content: JSON.stringify({ place: 'middle' }) },
    ],
  });
const stream = ['{"lines":[{"speaker":"A","te', 'xt":"Go on."},{"spea']
  .map((content) => `data: ${JSON.stringify({ choices: [{ delta: { content } }] })}\n\n`)
  .join('');

test('the lines of a streamed answer are read as far as they came, with what was asked', () => {
  expect(readExchange(asked('section'), stream)).toEqual({
    topic: 'bees',
    place: 'middle',
    hosts: { A: 'Jo', B: 'Mira' },
    instructions: 'Write.',
    said: ['A: Hello.'],
    lines: [{ speaker: 'A', text: 'Go on.' }],
  });
});

test('a call for anything but lines is none', () => {
  expect(readExchange(asked('outline'), stream)).toBeNull();
  expect(readExchange('{', stream)).toBeNull();
});

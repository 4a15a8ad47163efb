import { expect, it } from 'vitest';
import type { EpisodeRequest } from '#shared/order.ts';
import { hashForPreview } from './preview.ts';

const brief = {
  id: 'one',
  questions: [{ id: 'q1', text: 'What pulls?' }],
  level: 'a sailor',
  avoid: ['poems'],
};
const request: EpisodeRequest = {
  topic: 'Tides',
  tone: 'Normal',
  style: 'Conversation',
  duration: 10,
  voice1Id: 'a',
  voice2Id: 'b',
  brief,
  sources: ['s1', 's2'],
  onlyTheseSources: false,
};

const changes: [string, Partial<EpisodeRequest>][] = [
  ['topic', { topic: 'Tide' }],
  ['tone', { tone: 'Funny' }],
  ['style', { style: 'Debate' }],
  ['voices', { voice1Id: 'b', voice2Id: 'a' }],
  ['questions', { brief: { ...brief, questions: [{ id: 'q1', text: 'What turns?' }] } }],
  ['level', { brief: { ...brief, level: null } }],
  ['what is left out', { brief: { ...brief, avoid: [] } }],
  ['sources', { sources: ['s1'] }],
  ['what it rests on', { onlyTheseSources: true }],
];

it.each(changes)('another beginning has another hash: %s', (_, change) => {
  expect(hashForPreview({ ...request, ...change })).not.toBe(hashForPreview(request));
});

it('the length changes nothing, nor which reading of the topic the questions came from', () => {
  expect(hashForPreview({ ...request, duration: 25 })).toBe(hashForPreview(request));
  const read = { ...brief, id: null, questions: [{ id: 'mine', text: 'What pulls?' }] };
  expect(hashForPreview({ ...request, brief: read })).toBe(hashForPreview(request));
  const { brief: _, ...plain } = request;
  const empty = { id: null, questions: [], level: null, avoid: [] };
  expect(hashForPreview({ ...plain, brief: empty })).toBe(hashForPreview(plain));
});

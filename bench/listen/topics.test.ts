import { expect, test } from 'vitest';
import { DURATIONS } from '#shared/pricing.ts';
import { scriptOn, scripts } from '../../standins/openai/scripts.ts';
import { benchTopic, topics } from './episode.ts';

test('ten accounts buy six topics each, in every kind, style with tone, and length', () => {
  const accounts = Object.groupBy(topics, ({ account }) => account);
  expect(Object.values(accounts).map((bought) => bought?.length)).toEqual(Array(10).fill(6));
  expect(new Set(topics.map(({ topic }) => topic)).size).toBe(60);
  expect(new Set(topics.map(({ kind }) => kind))).toEqual(new Set(benchTopic.shape.kind.options));
  expect(new Set(topics.map(({ style, tone }) => `${style}, ${tone}`)).size).toBe(30);
  expect(new Set(topics.map(({ minutes }) => minutes))).toEqual(new Set(DURATIONS));
});

test('each demo script is asked for once, and no other topic asks for one', () => {
  const asked = topics.filter(({ script }) => script);
  expect(asked.map(({ script }) => script).sort()).toEqual(scripts.map(({ slug }) => slug).sort());
  for (const { topic, script } of topics) expect(scriptOn(topic)?.slug).toBe(script);
});

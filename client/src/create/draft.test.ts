import { beforeEach, expect, test } from 'vitest';
import { reorderPath } from '#shared/reorderLink.ts';
import { prefillFrom } from './CreatePage.tsx';
import { DRAFT_KEY, newDraft, orderKey, readDraft, writeDraft } from './draft.ts';

beforeEach(() => localStorage.clear());

test('a draft is restored unchanged after a reload', () => {
  const draft = newDraft({ topic: 'Why the sea glows', voice1Id: 'v1', duration: 20 });
  writeDraft({ ...draft, orderId: 'o1' });
  expect(readDraft()).toEqual({ ...draft, orderId: 'o1' });
  expect(readDraft().values).toMatchObject({ duration: 20, tone: 'Normal', discountCode: '' });
});

test('a broken draft or one of another version is replaced by an empty form', () => {
  for (const text of ['{', '{"version":0}', 'null', '[]']) {
    localStorage.setItem(DRAFT_KEY, text);
    expect(readDraft().values.topic).toBe('');
  }
});

test('an invalid field of a draft is reset, and the other fields are kept', () => {
  const draft = newDraft({ topic: 'Bees' });
  localStorage.setItem(
    DRAFT_KEY,
    JSON.stringify({ ...draft, values: { ...draft.values, duration: 12, tone: 'Loud' } }),
  );
  expect(readDraft().values).toMatchObject({ topic: 'Bees', duration: 10, tone: 'Normal' });
});

test('a draft from before there was a switch has sounds between its chapters', () => {
  const { values, ...draft } = newDraft({ topic: 'Bees', stings: false });
  const { stings: _, ...old } = values;
  localStorage.setItem(DRAFT_KEY, JSON.stringify({ ...draft, values: old }));
  expect(readDraft().values.stings).toBe(true);
  localStorage.setItem(DRAFT_KEY, JSON.stringify({ ...draft, values }));
  expect(readDraft().values.stings).toBe(false);
});

test('writing a draft to full storage does not throw', () => {
  const original = Storage.prototype.setItem;
  Storage.prototype.setItem = () => {
    throw new DOMException('full', 'QuotaExceededError');
  };
  try {
    expect(() => writeDraft(newDraft())).not.toThrow();
  } finally {
    Storage.prototype.setItem = original;
  }
});

test('the idempotency key stays the same only for the same draft with the same content', () => {
  const { id, values } = newDraft({ topic: 'Bees' });
  const key = orderKey(id, values);
  expect(orderKey(id, { ...values })).toBe(key);
  expect(orderKey(id, { ...values, duration: 25 })).not.toBe(key);
  expect(orderKey(newDraft().id, values)).not.toBe(key);
  expect(key).toMatch(/^[0-9a-f]{32}-[0-9a-z]+$/);
});

test('a link fills in the form, and its invalid values are left out', () => {
  const link = 'topic=%20Bees%20&voice1=a&voice2=b&tone=Funny&style=Shouting&duration=12&code=OWL';
  expect(prefillFrom(new URLSearchParams(link))).toEqual({
    topic: 'Bees',
    voice1Id: 'a',
    voice2Id: 'b',
    hasUsualPair: false,
    tone: 'Funny',
    discountCode: 'OWL',
  });
});

test('a link to order again switches the sounds off where the order did', () => {
  const order = { topic: 'Bees', tone: 'Calm', style: 'Debate', duration: 15 };
  const path = (stings: boolean) => reorderPath({ ...order, voice1Id: 'a', voice2Id: 'b', stings });
  const query = (stings: boolean) => new URLSearchParams(path(stings).split('?')[1]);
  expect(prefillFrom(query(false))).toMatchObject({ ...order, stings: false });
  expect(prefillFrom(query(true))).not.toHaveProperty('stings');
});

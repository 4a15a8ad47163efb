import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DELIVERIES } from '#shared/script.ts';
import { cleanText } from './cleanLines.ts';
import { tagsOf } from './deliveryTags.ts';

const hosts = { A: 'Rachel', B: 'Adam' };
const spoken = (raw: string) => cleanText(tagsOf(raw).text, hosts).join(' ');

describe('the delivery of a line', () => {
  it.each(DELIVERIES)('may be %s', (delivery) => {
    expect(tagsOf(`[${delivery}] Oh, that is good.`)).toEqual({
      text: 'Oh, that is good.',
      delivery,
      isOver: false,
    });
  });

  it.each([
    ['[laughing] Oh.', 'laughs'],
    ['[Chuckles] Oh.', 'laughs'],
    ['[with a soft laugh] Oh.', 'laughs'],
    ['(sighs) Oh.', 'sighs'],
    ['*sighs deeply* Oh.', 'sighs'],
    ['[whispers] Oh.', 'quietly'],
    ['[in a low whisper] Oh.', 'quietly'],
    ['[fast-paced] Oh.', 'quickly'],
    ['[slowing down] Oh.', 'slowly'],
    ['[relief] Oh.', 'relieved'],
    ['[gasps] Oh.', 'surprised'],
    ['[smiling] Oh.', 'amused'],
    ['[sighs][laughs] Oh.', 'sighs'],
    ['[pause] [laughs] Oh.', 'laughs'],
  ])('is read from %s', (raw, delivery) => {
    expect(tagsOf(raw)).toEqual({ text: 'Oh.', delivery, isOver: false });
  });

  it.each([
    '[music] Oh.',
    '[he tells it all quietly again] Oh.',
    'Oh. [laughs]',
    '(Quickly, that is.) Oh.',
    '*Slowly*, it rose.',
    '**Laughs** are rare.',
    '[laughs](https://x.example/a) Oh.',
  ])('is not read from %s', (raw) => {
    expect(tagsOf(raw).delivery).toBeNull();
  });

  it('never costs a word of what is said', () => {
    expect(spoken('(Quickly, that is.) Oh.')).toBe('(Quickly, that is.) Oh.');
    expect(spoken('*Slowly*, it rose.')).toBe('Slowly, it rose.');
  });
});

describe('a reaction', () => {
  it.each([
    ['[over] Right.', true],
    ['[overlapping] Oh no, not again.', true],
    ['[laughs] [over] Ha.', true],
    ['[over] That is one word too long.', false],
    ['[overjoyed] Right.', false],
    ['(over) Right.', false],
    ['Right.', false],
  ])('%s: %s', (raw, isOver) => {
    expect(tagsOf(raw).isOver).toBe(isOver);
  });
});

it('whatever the tags, nothing of them is spoken', () => {
  const known = fc.constantFrom(...DELIVERIES, 'over', 'laughing', 'whispers', 'Chuckles');
  const unknown = fc.stringMatching(/^[A-Za-z' -]{0,30}$/);
  fc.assert(
    fc.property(fc.array(fc.oneof(known, unknown), { maxLength: 4 }), (tags) => {
      const raw = [...tags.map((tag) => `[${tag}]`), 'The sea is grey today.'].join(' ');
      expect(spoken(raw)).toBe('The sea is grey today.');
    }),
  );
});

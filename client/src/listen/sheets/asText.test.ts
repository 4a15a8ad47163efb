import { expect, test } from 'vitest';
import { aListening } from '../../testing/builders.ts';
import { someSources } from '../sources/fixtures.ts';
import { showNotes, transcriptText } from './EpisodeSheets.tsx';

const { episode } = aListening();

test('a transcript as text has each line with who said it and when', () => {
  const line = { speaker: 'Lily', side: 'B' as const, startTime: 100.9, endTime: 120, body: 'No.' };
  expect(transcriptText(episode, [line])).toBe(
    'Why the sea glows at night\nBrian and Lily, 10:00\n\nLily (1:40)\nNo.',
  );
});

test('show notes have the chapters with their times, and only what everybody may see', () => {
  const { sources } = someSources();
  const [first] = sources;
  if (!first) throw new Error('there must be a source');
  const notes = showNotes(episode, {
    chapters: [{ startTime: 0, title: 'The glow' }],
    sources: [
      { ...first, title: 'Glowing seas', site: 'noaa.gov', url: 'https://noaa.gov/glow' },
      { ...first, title: 'My thesis', isPrivate: true },
    ],
    link: 'https://duologue.example/listen?episode=tok',
  });
  expect(notes.split('\n\n')).toEqual([
    'Why the sea glows at night\nBrian and Lily, 10:00',
    'Two hosts on plankton.',
    'Chapters\n0:00 The glow',
    'Sources\nGlowing seas, noaa.gov, https://noaa.gov/glow',
    'Listen: https://duologue.example/listen?episode=tok',
    'The hosts are AI and can get things wrong.',
  ]);
  const bare = showNotes(
    { ...episode, summary: null },
    { chapters: [], sources: [], link: 'https://duologue.example' },
  );
  expect(bare.split('\n\n')).toHaveLength(3);
});

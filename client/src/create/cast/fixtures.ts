import { aVoice } from '../../testing/builders.ts';

/** A catalogue of ten: men and women, four accents, three of them British women. */
export const tenVoices = [
  aVoice({ name: 'Adam', tags: ['Deep', 'Firm', 'Narrative'] }),
  aVoice({ name: 'Alice', gender: 'Female', accent: 'British', tags: ['Confident', 'News'] }),
  aVoice({ name: 'Chris', tags: ['Charming', 'Casual', 'Conversational'] }),
  aVoice({ name: 'Dave', accent: 'British', tags: ['Youthful', 'Casual', 'Conversational'] }),
  aVoice({
    name: 'Dorothy',
    gender: 'Female',
    accent: 'British',
    tags: ['Gentle', 'Storytelling'],
  }),
  aVoice({ name: 'Gigi', gender: 'Female', tags: ['Childlike', 'Playful', 'Character'] }),
  aVoice({ name: 'Giovanni', accent: 'Italian', tags: ['Melodic', 'Narrative'] }),
  aVoice({ name: 'Lily', gender: 'Female', accent: 'British', tags: ['Warm', 'Educational'] }),
  aVoice({ name: 'Serena', gender: 'Female', tags: ['Pleasant', 'Friendly', 'Conversational'] }),
  aVoice({ name: 'Stuart', accent: 'Australian', tags: ['Friendly', 'Educational'] }),
];

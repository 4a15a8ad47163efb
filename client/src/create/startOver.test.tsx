import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { expect, test } from 'vitest';
import type { Source } from '#shared/sources.ts';
import { mira } from '../testing/builders.ts';
import { open, serve } from '../testing/screen.tsx';
import CreatePage from './CreatePage.tsx';
import { type Draft, newDraft, readDraft, writeDraft } from './draft.ts';
import { filled, preview, voices } from './fixtures.ts';
import { beginningOf } from './preview/beginning.ts';

const source: Source = {
  id: 's1',
  kind: 'link',
  url: 'https://openpedia.org/honey-bee',
  title: 'Honey bee',
  site: 'Openpedia',
  words: 1240,
  language: 'en',
};
const server = {
  'GET /api/auth/me': { user: mira },
  'GET /api/voices': { voices },
  'GET /api/sources/s1': { source },
  'GET /api/previews/pv1?minutes=25': { preview },
};

/** An order with all that a form can hold, the voices on mics that would be others by default. */
function fullDraft(): Draft {
  const draft = newDraft({
    ...filled,
    topic: 'Why do bees swarm?',
    voice1Id: 'v-lily',
    voice2Id: 'v-adam',
    hasUsualPair: true,
    tone: 'Calm',
    style: 'Interview',
    duration: 25,
    email: 'bees@example.com',
    discountCode: '',
    stings: false,
    sources: ['s1'],
    onlyTheseSources: true,
    brief: {
      topic: 'Why do bees swarm?',
      sources: ['s1'],
      isEdited: true,
      id: 'b1',
      questions: [{ id: 'q1', text: 'Who decides?' }],
      level: 'a beginner',
      avoid: ['honey'],
      notice: null,
    },
  });
  const { values } = draft;
  values.keptPreview = { id: 'pv1', duration: 25, of: beginningOf(values) };
  return draft;
}

const button = (name: string | RegExp) => screen.getByRole('button', { name });
const press = (name: string) => act(async () => fireEvent.click(button(name)));

/** The form, and a way to leave it. */
function Leave() {
  const [isThere, setThere] = useState(true);
  return (
    <>
      {isThere && <CreatePage />}
      <button type="button" onClick={() => setThere(false)}>
        Leave
      </button>
    </>
  );
}

async function startOver(before: Draft) {
  writeDraft(before);
  serve(server);
  open('/create', <Leave />);
  await screen.findByText('Who decides?');
  await screen.findByText('Honey bee');
  await screen.findByText('A Hive Is a Decision');
  await press('Start over');
}

test('starting over empties the form at once, and Undo brings everything back', async () => {
  const before = fullDraft();
  await startOver(before);
  expect(screen.getByLabelText('What are we talking about?')).toHaveValue('');
  for (const gone of ['Who decides?', 'Honey bee', 'A Hive Is a Decision']) {
    expect(screen.queryByText(gone)).not.toBeInTheDocument();
  }
  expect(button(/^Tone/)).toHaveTextContent('Normal');
  expect(readDraft().id).not.toBe(before.id);

  await press('Undo');
  expect(screen.getByLabelText('What are we talking about?')).toHaveValue('Why do bees swarm?');
  for (const back of ['Who decides?', 'Honey bee', 'A Hive Is a Decision']) {
    expect(await screen.findByText(back)).toBeInTheDocument();
  }
  expect(button(/^Mic 1/)).toHaveAccessibleName('Mic 1: Lily. Change the voice');
  expect(button(/^Mic 2/)).toHaveAccessibleName('Mic 2: Adam. Change the voice');
  expect(button(/^Tone/)).toHaveTextContent('Calm');
  expect(readDraft()).toEqual(before);
  expect(screen.queryByText('You’re starting over')).not.toBeInTheDocument();
});

test('what was begun after starting over is kept where nothing is undone', async () => {
  await startOver(fullDraft());
  const topic = screen.getByLabelText('What are we talking about?');
  fireEvent.change(topic, { target: { value: 'Wasps' } });
  await press('Close');
  await waitFor(() => expect(screen.queryByText('Undo')).not.toBeInTheDocument());
  expect(topic).toHaveValue('Wasps');
  expect(readDraft().values).toMatchObject({ topic: 'Wasps', sources: [], tone: 'Normal' });
});

test('once the form is left, nothing is offered to be undone', async () => {
  await startOver(fullDraft());
  expect(button('Undo')).toBeInTheDocument();
  await press('Leave');
  await waitFor(() => expect(screen.queryByText('Undo')).not.toBeInTheDocument());
});

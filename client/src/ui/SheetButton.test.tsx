import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { expect, test } from 'vitest';
import { SegmentedControl } from './SegmentedControl.tsx';
import { SheetButton } from './SheetButton.tsx';

const SPEEDS = ['Slow', 'Fast'] as const;

function Choice() {
  const [speed, setSpeed] = useState<(typeof SPEEDS)[number]>('Slow');
  return (
    <SheetButton face={speed} className="" title="How fast?" small>
      {(closeSoon) => (
        <SegmentedControl
          label="Speed"
          name="speed"
          values={SPEEDS}
          value={speed}
          onChange={setSpeed}
          onPick={closeSoon}
          columns={2}
        />
      )}
    </SheetButton>
  );
}

function openChoice() {
  render(<Choice />);
  fireEvent.click(screen.getByRole('button', { name: 'Slow' }));
  return screen.getByRole('dialog', { name: 'How fast?' });
}
const radio = (name: string) => screen.getByRole('radio', { name });

test('a choice is seen, then its sheet closes and the focus is back at its button', async () => {
  const sheet = openChoice();
  fireEvent.click(radio('Fast'));
  expect(sheet).toBeInTheDocument();
  expect(radio('Fast')).toBeChecked();
  await waitFor(() => expect(sheet).not.toBeInTheDocument());
  expect(screen.getByRole('button', { name: 'Fast' })).toHaveFocus();
});

test('what is chosen already closes the sheet, too', async () => {
  const sheet = openChoice();
  fireEvent.click(radio('Slow'));
  await waitFor(() => expect(sheet).not.toBeInTheDocument());
});

test.each(['Enter', ' '])(
  'arrow keys step through the choices without closing, and “%s” closes',
  async (key) => {
    const sheet = openChoice();
    // A browser turns the key into a click on the next radio button.
    fireEvent.keyDown(radio('Slow'), { key: 'ArrowRight' });
    fireEvent.click(radio('Fast'));
    fireEvent.keyUp(radio('Fast'), { key: 'ArrowRight' });
    expect(radio('Fast')).toBeChecked();
    // Longer than a choice is shown before its sheet closes.
    await expect(
      waitFor(() => expect(sheet).not.toBeInTheDocument(), { timeout: 400 }),
    ).rejects.toThrow();
    fireEvent.keyDown(radio('Fast'), { key });
    await waitFor(() => expect(sheet).not.toBeInTheDocument());
  },
);

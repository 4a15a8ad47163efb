import { Button } from '../../ui/Button.tsx';
import { Sheet } from '../../ui/Sheet.tsx';
import { browserObjects, type Choice, choose, useChoice } from './choice.ts';

const DESCRIPTIONS: Record<Choice | 'open', string> = {
  agreed: 'You agreed. You can change your mind here at any time.',
  declined: 'You said no, so nothing is sent.',
  open: 'You haven’t answered yet, so nothing is sent.',
};

type ChoicesSheetProps = { open: boolean; onClose: () => void };

export default function ChoicesSheet({ open, onClose }: ChoicesSheetProps) {
  const choice = useChoice();
  const objects = browserObjects();
  const answer = (next: Choice) => {
    choose(next);
    onClose();
  };
  return (
    <Sheet
      open={open}
      onClose={onClose}
      title="May we count this visit?"
      footer={
        objects ? (
          <Button wide onClick={onClose}>
            All right
          </Button>
        ) : (
          <div className="grid grid-cols-2 gap-3">
            <Button onClick={() => answer('declined')}>No thanks</Button>
            <Button onClick={() => answer('agreed')}>Agree</Button>
          </div>
        )
      }
    >
      <p>
        Meta’s pixel counts visits, registrations and purchases, so that we can see which ads work.
        It learns the page, the length and the price; never your topic or your email address.
      </p>
      <p className="mt-4 font-semibold">
        {objects
          ? 'Your browser asks sites not to track you. We respect that: nothing is sent.'
          : DESCRIPTIONS[choice ?? 'open']}
      </p>
    </Sheet>
  );
}

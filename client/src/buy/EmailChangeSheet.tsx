import { useQueryClient } from '@tanstack/react-query';
import type { Podcast } from '#shared/episode.ts';
import { EmailChangeForm } from '../account/emailChange/EmailChangeForm.tsx';
import { setPodcastEmail } from '../api/podcasts.ts';
import { Sheet } from '../ui/Sheet.tsx';

type EmailChangeSheetProps = {
  podcast: Podcast;
  orderId: string;
  open: boolean;
  onClose: () => void;
};

export default function EmailChangeSheet(props: EmailChangeSheetProps) {
  const { podcast, orderId, open, onClose } = props;
  const client = useQueryClient();
  const { publicId, status } = podcast;
  const isMade = status === 'completed';

  return (
    <Sheet open={open} onClose={onClose} title={isMade ? 'No email yet?' : 'Where should it go?'}>
      {isMade && (
        <p className="mb-5 text-soft">Check spam, or send it again, to this or another address.</p>
      )}
      <EmailChangeForm
        podcast={podcast}
        orderId={orderId}
        onChanged={(email) => setPodcastEmail(client, publicId, email)}
      />
    </Sheet>
  );
}

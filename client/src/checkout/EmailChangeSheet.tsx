import { useQueryClient } from '@tanstack/react-query';
import type { Podcast } from '#shared/episode.ts';
import { EmailChangeForm } from '../emailChange/EmailChangeForm.tsx';
import { Sheet } from '../ui/Sheet.tsx';

type EmailChangeSheetProps = {
  podcast: Podcast;
  orderId: string;
  open: boolean;
  onClose: () => void;
};

/** For whoever mistyped the address, or looks for the letter in vain. */
export default function EmailChangeSheet({
  podcast,
  orderId,
  open,
  onClose,
}: EmailChangeSheetProps) {
  const client = useQueryClient();
  const { publicId, status } = podcast;
  const isMade = status === 'completed';

  function readdress(email: string) {
    client.setQueryData<{ podcast: Podcast }>(
      ['/api/podcasts', publicId],
      (known) => known && { podcast: { ...known.podcast, email } },
    );
  }

  return (
    <Sheet
      open={open}
      onOpenChange={(next) => next || onClose()}
      title={isMade ? 'No letter yet?' : 'Where should it go?'}
    >
      {isMade && (
        <p className="mb-5 text-soft">
          It may lie among your unwanted mail. Or have it sent again, here or elsewhere.
        </p>
      )}
      <EmailChangeForm podcast={podcast} orderId={orderId} onChanged={readdress} />
    </Sheet>
  );
}

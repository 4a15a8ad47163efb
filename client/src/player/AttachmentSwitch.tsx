import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useId } from 'react';
import { messageOf } from '../api/client.ts';
import { sourcesQuery } from '../api/listen.ts';
import { shareSources } from '../api/podcasts.ts';
import { classes } from '../ui/classes.ts';

type AttachmentSwitchProps = { publicId: string; sourcesUrl: string | null };

export function AttachmentSwitch({ publicId, sourcesUrl }: AttachmentSwitchProps) {
  const client = useQueryClient();
  const query = sourcesQuery(sourcesUrl);
  const { data } = useQuery(query);
  const { mutate, isPending, variables, error } = useMutation({
    ...shareSources,
    onSuccess(...reply) {
      const { showsSources } = reply[0].podcast;
      client.setQueryData(
        query.queryKey,
        (known) => known && { ...known, showsPrivate: showsSources },
      );
      return shareSources.onSuccess?.(...reply);
    },
  });
  const id = useId();
  if (!data || data.showsPrivate === null || !data.sources.some((source) => source.isPrivate))
    return null;
  const isOn = isPending ? variables.showsSources : data.showsPrivate;
  return (
    <div className="border-t border-line pt-3">
      <button
        type="button"
        role="switch"
        aria-checked={isOn}
        aria-busy={isPending || undefined}
        aria-describedby={id}
        onClick={() => isPending || mutate({ publicId, showsSources: !isOn })}
        className="flex min-h-11 w-full items-center justify-between gap-4 rounded-chip text-left font-bold"
      >
        Show everyone what I brought
        <span aria-hidden className="flex h-8 w-14 shrink-0 rounded-full bg-well p-1 shadow-pit">
          <span
            className={classes(
              'size-6 rounded-full transition-transform duration-[120ms]',
              isOn ? 'highlight translate-x-6' : 'bg-rim',
            )}
          />
        </span>
      </button>
      <p id={id} className="mt-1 text-meta text-soft">
        Then anyone with the link sees the titles of your texts and PDFs, and the words quoted from
        them.
      </p>
      <p role="alert" className="mt-2 font-semibold text-err empty:hidden">
        {error && `That wasn’t saved. ${messageOf(error)}`}
      </p>
    </div>
  );
}

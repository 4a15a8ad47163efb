import { zodResolver } from '@hookform/resolvers/zod';
import { useMutation } from '@tanstack/react-query';
import { useForm } from 'react-hook-form';
import type { z } from 'zod';
import { type Podcast, titleChange } from '#shared/episode.ts';
import { failureToast, fieldMessagesOf } from '../../api/client.ts';
import { renameEpisode } from '../../api/podcasts.ts';
import { Button } from '../../ui/Button.tsx';
import { TextField } from '../../ui/TextField.tsx';
import { useToast } from '../../ui/Toast.tsx';

/** Changes the title on the dashboard, the listen page and in the feed. */
export function TitleForm({ podcast }: { podcast: Podcast }) {
  const { publicId, title } = podcast;
  const { mutateAsync: rename } = useMutation(renameEpisode);
  const { toast } = useToast();
  const form = useForm<z.input<typeof titleChange>>({
    resolver: zodResolver(titleChange),
    defaultValues: { title },
  });
  const { errors, isSubmitting } = form.formState;

  const save = form.handleSubmit(async (change) => {
    try {
      const { podcast: saved } = await rename({ publicId, ...change });
      form.reset({ title: saved.title });
      toast({ title: 'Renamed' });
    } catch (error) {
      const message = fieldMessagesOf(error).title;
      if (message) form.setError('title', { message }, { shouldFocus: true });
      toast(failureToast('It keeps its title', error));
    }
  });

  return (
    <form noValidate method="post" onSubmit={save}>
      <TextField
        label="Title"
        autoComplete="off"
        error={errors.title?.message}
        hint="The file itself keeps the title it was made with."
        {...form.register('title')}
      />
      <Button type="submit" className="mt-4" pending={isSubmitting} pendingLabel="Saving...">
        Save title
      </Button>
    </form>
  );
}

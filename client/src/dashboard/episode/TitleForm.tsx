import { zodResolver } from '@hookform/resolvers/zod';
import { useQueryClient } from '@tanstack/react-query';
import { useForm } from 'react-hook-form';
import { z } from 'zod';
import { type Podcast, podcast as podcastSchema, titleChange } from '#shared/episode.ts';
import { ApiError, call, messageOf } from '../../api/client.ts';
import { Button } from '../../ui/Button.tsx';
import { TextField } from '../../ui/TextField.tsx';
import { useToast } from '../../ui/Toast.tsx';
import { changeEpisode } from '../episodes.ts';

const reply = z.object({ podcast: podcastSchema });

/** What the tape is called, here, for whoever has its link, and in the feed. */
export function TitleForm({ podcast }: { podcast: Podcast }) {
  const { publicId, title } = podcast;
  const client = useQueryClient();
  const { toast } = useToast();
  const form = useForm<z.input<typeof titleChange>>({
    resolver: zodResolver(titleChange),
    defaultValues: { title },
  });
  const { errors, isSubmitting } = form.formState;

  const save = form.handleSubmit(async (change) => {
    try {
      const { podcast: saved } = await call('PATCH', `/api/podcasts/${publicId}`, {
        body: change,
        schema: reply,
      });
      changeEpisode(client, publicId, (episode) => ({ ...episode, title: saved.title }));
      form.reset({ title: saved.title });
      toast({ title: 'Renamed' });
    } catch (error) {
      const message = error instanceof ApiError ? error.problem?.fields.title : undefined;
      if (message) form.setError('title', { message }, { shouldFocus: true });
      toast({
        kind: 'destructive',
        title: 'It keeps its title',
        description: messageOf(error),
      });
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

import { zodResolver } from '@hookform/resolvers/zod';
import { useMutation } from '@tanstack/react-query';
import { type Podcast, titleChange } from '#shared/episode.ts';
import { renameEpisode } from '../../api/podcasts.ts';
import { useServerForm } from '../../api/useServerForm.ts';
import { Button } from '../../ui/Button.tsx';
import { Form } from '../../ui/Form.tsx';
import { TextField } from '../../ui/TextField.tsx';
import { useToast } from '../../ui/Toast.tsx';

type TitleFormProps = { podcast: Podcast; onSaved: () => void };

export function TitleForm({ podcast, onSaved }: TitleFormProps) {
  const { publicId, title } = podcast;
  const { mutateAsync: rename } = useMutation(renameEpisode);
  const { toast } = useToast();
  const { field, submit, isSubmitting } = useServerForm({
    resolver: zodResolver(titleChange),
    defaultValues: { title },
    fields: ['title'],
    failed: 'The title wasn’t changed',
    async send(change) {
      await rename({ publicId, ...change });
      toast({ title: 'Renamed' });
      onSaved();
    },
  });
  return (
    <Form onSubmit={submit}>
      <TextField
        autoFocus
        label="Title"
        autoComplete="off"
        hint="The MP3 keeps its old title."
        {...field('title')}
      />
      <Button type="submit" className="mt-4" pending={isSubmitting} pendingLabel="Saving...">
        Save title
      </Button>
    </Form>
  );
}

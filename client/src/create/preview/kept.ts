import { DURATIONS, type Duration } from '#shared/pricing.ts';
import { isRecord } from '../../api/client.ts';

/** Everything that decides how an episode begins, in the order in which changes are named. */
export const ASPECTS = ['topic', 'sources', 'brief', 'voices', 'tone', 'style'] as const;
export type Aspect = (typeof ASPECTS)[number];

/** Episodes with equal texts begin alike. */
export type Beginning = Record<Aspect, string>;

export type KeptPreview = { id: string; duration: Duration; of: Beginning };

/** Ids, A first. */
export const voicesOf = ({ voices }: Beginning): string[] => voices.split('\n');

export function readPreview(kept: unknown): KeptPreview | undefined {
  if (!isRecord(kept) || typeof kept.id !== 'string' || !isRecord(kept.of)) return undefined;
  const { id, of } = kept;
  const duration = DURATIONS.find((known) => known === kept.duration);
  if (!id || !duration) return undefined;
  const text = (aspect: Aspect) => String(of[aspect] ?? '');
  return {
    id,
    duration,
    of: {
      topic: text('topic'),
      sources: text('sources'),
      brief: text('brief'),
      voices: text('voices'),
      tone: text('tone'),
      style: text('style'),
    },
  };
}

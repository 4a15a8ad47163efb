import { queryOptions } from '@tanstack/react-query';
import type { Voice } from '#shared/voices.ts';
import { isRecord, read, shape } from './client.ts';
import { keys } from './keys.ts';

const voiceList = shape(
  (value): value is { voices: Voice[] } => isRecord(value) && Array.isArray(value.voices),
);

export const voicesQuery = queryOptions({ queryKey: keys.voices, queryFn: read(voiceList) });

/** The product promises more than 65 voices. */
export const hasPromisedVoices = (voices: readonly Voice[] | undefined) =>
  (voices?.length ?? 0) > 65;

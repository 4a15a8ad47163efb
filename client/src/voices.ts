import { useQuery } from '@tanstack/react-query';
import type { Voice } from '#shared/voices.ts';

/** The catalogue; many parts of a page ask, and it is fetched once. */
export const useVoices = () => useQuery<{ voices: Voice[] }>({ queryKey: ['/api/voices'] });

/** As many as the product promises; no number is promised that is not there. */
export const isFullHouse = (voices: readonly Voice[] | undefined) => (voices?.length ?? 0) > 65;

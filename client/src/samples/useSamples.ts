import { useQuery } from '@tanstack/react-query';
import type { SampleList } from '#shared/samples.ts';

/** While demos are being recorded, the list is asked for again after so many ms. */
const ASK_EVERY = 4000;

/** The demos; asked for again, while the page is looked at, until all of them are there. */
export const useSamples = () =>
  useQuery<SampleList>({
    queryKey: ['/api/samples'],
    // The landing page may have asked before they were recorded.
    refetchOnMount: 'always',
    refetchInterval: ({ state }) => {
      const list = state.data;
      return list && (list.recording > 0 || list.samples.length === 0) ? ASK_EVERY : false;
    },
  });

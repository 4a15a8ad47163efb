import { useCallback, useState } from 'react';
import { useLocation, useSearch } from 'wouter';
import { useWayBack } from '../../ui/useWayBack.ts';
import type { Mark } from './marks.ts';

/** In the address instead of a mark. */
const ALL = 'all';

/**
 * What lies over the transcript: the list of sources, or the receipt of a mark. It is in the address, so
 * that Back closes it. `shown` is what was asked for last, and stays while it closes: `all`, or a
 * mark's `line.number`; empty before that.
 */
export function useLayer() {
  const search = new URLSearchParams(useSearch());
  const [, navigate] = useLocation();
  const asked = search.get('sources') ?? '';
  const open = asked !== '';
  const [shown, setShown] = useState(asked);
  if (open && asked !== shown) setShown(asked);

  search.delete('sources');
  const close = useWayBack(open, `/listen?${search}`);
  const show = useCallback(
    (layer: string) => {
      const there = new URLSearchParams(window.location.search);
      there.set('sources', layer);
      navigate(`/listen?${there}`);
    },
    [navigate],
  );
  const showReceipt = useCallback((mark: Mark) => show(layerOf(mark)), [show]);
  return { open, shown, close, showReceipt, showAll: useCallback(() => show(ALL), [show]) };
}

const layerOf = ({ line, number }: Mark) => `${line}.${number}`;

/** The mark that a layer belongs to; undefined for the list, and where there is no such mark. */
export function markOf(layer: string, marks: Map<number, Mark[]>): Mark | undefined {
  const [line, number] = layer.split('.').map(Number);
  return marks.get(line ?? -1)?.find((mark) => mark.number === number);
}

export const isList = (layer: string) => layer === ALL;

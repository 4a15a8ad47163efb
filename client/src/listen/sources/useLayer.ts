import { useCallback, useState } from 'react';
import { useLocation, useSearch } from 'wouter';
import { useCloseViaHistory } from '../../ui/useCloseViaHistory.ts';
import type { Mark } from './marks.ts';

/** Value of `sources` in the URL for the whole list. */
const ALL = 'all';

/** The URL holds `all` or `line.number`; `isList` and `mark` keep the last one while it closes. */
export function useLayer(marks: Map<number, Mark[]>) {
  const search = new URLSearchParams(useSearch());
  const [, navigate] = useLocation();
  const asked = search.get('sources') ?? '';
  const [shown, setShown] = useState(asked);
  if (asked !== '' && asked !== shown) setShown(asked);
  const isList = shown === ALL;
  const mark = markOf(shown, marks);

  search.delete('sources');
  const close = useCloseViaHistory(asked !== '', `/listen?${search}`);
  const show = useCallback(
    (layer: string) => {
      const there = new URLSearchParams(window.location.search);
      there.set('sources', layer);
      navigate(`/listen?${there}`);
    },
    [navigate],
  );
  return {
    // A link may ask for a mark that does not exist.
    isOpen: asked !== '' && (isList || mark !== undefined),
    isList,
    mark,
    close,
    showList: useCallback(() => show(ALL), [show]),
    showReceipt: useCallback(({ line, number }: Mark) => show(`${line}.${number}`), [show]),
  };
}

function markOf(layer: string, marks: Map<number, Mark[]>): Mark | undefined {
  const [line, number] = layer.split('.').map(Number);
  return marks.get(line ?? -1)?.find((mark) => mark.number === number);
}

import { createContext } from 'react';
import { type ListenOpening, OPENING_ID } from '#shared/listenOpening.ts';

/** Null if the document embeds no opening. */
export const OpeningContext = createContext<ListenOpening | null>(null);

export function readOpening(): ListenOpening | null {
  const json = document.getElementById(OPENING_ID)?.textContent;
  return json ? JSON.parse(json) : null;
}

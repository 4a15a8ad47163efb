import { PartPlayback } from './engine/partPlayback.ts';

export type PartSound = {
  sound: PartPlayback;
  attach(): void;
  /** Removes the audio elements and aborts their downloads. */
  discard(): void;
};

/** `preload` is what the first audio element loads before it plays. */
export function createPartSound(preload: 'metadata' | 'none' = 'metadata'): PartSound {
  const elements = document.createElement('div');
  elements.hidden = true;
  const sound = new PartPlayback(() => {
    const audio = new Audio();
    audio.preload = preload;
    elements.append(audio);
    return audio;
  });
  return {
    sound,
    attach: () => document.body.append(elements),
    discard() {
      for (const audio of elements.children) audio.removeAttribute('src');
      elements.remove();
    },
  };
}

import { openChannel } from './channel.ts';
import { startFrame } from './frame.ts';
import { startGapi } from './gapi.ts';
import { startPopup } from './popup.ts';

/*
 * The browser's side of the stand-in. Its functions are checked with everything else and sent as
 * their own source (types are gone once Node has loaded them), so they need no build of their own.
 */

/** Where Firebase's SDK looks for the frame in emulator mode, at the root of the origin. */
export const FRAME_PATH = '/emulator/auth/iframe';

/** Stands for https://apis.google.com/js/api.js. */
export const gapiScript = () => wrap([openChannel, startGapi], 'startGapi(openChannel);');

export const frameScript = () => wrap([openChannel, startFrame], 'startFrame(openChannel);');

export const popupScript = () => wrap([startPopup], `startPopup(${JSON.stringify(FRAME_PATH)});`);

type Piece = typeof openChannel | typeof startGapi | typeof startFrame | typeof startPopup;

function wrap(pieces: Piece[], start: string): string {
  return `(() => {\n'use strict';\n${pieces.map(String).join('\n\n')}\n\n${start}\n})();\n`;
}

import { openChannel } from './channel.ts';
import { startFrame } from './frame.ts';
import { startGapi } from './gapi.ts';
import { startPopup } from './popup.ts';

/*
 * The stand-in's browser scripts. They are sent as their source text, from which Node strips the
 * types on loading, so they need no build step.
 */

/** Path of the frame in the SDK's emulator mode, at the root of the origin. */
export const FRAME_PATH = '/emulator/auth/iframe';

/** Replaces https://apis.google.com/js/api.js. */
export const gapiScript = () => wrap([openChannel, startGapi], 'startGapi(openChannel);');

export const frameScript = () => wrap([openChannel, startFrame], 'startFrame(openChannel);');

export const popupScript = () => wrap([startPopup], `startPopup(${JSON.stringify(FRAME_PATH)});`);

type Piece = typeof openChannel | typeof startGapi | typeof startFrame | typeof startPopup;

function wrap(pieces: Piece[], start: string): string {
  return `(() => {\n'use strict';\n${pieces.map(String).join('\n\n')}\n\n${start}\n})();\n`;
}

/**
 * Where a finished episode is stored: with its cover in it, to be kept; without, to be streamed; and the
 * cover alone.
 */
export function storedKeys(publicId: string): { audio: string; stream: string; cover: string } {
  const folder = `episodes/${publicId}`;
  return {
    audio: `${folder}/episode.mp3`,
    stream: `${folder}/stream.mp3`,
    cover: `${folder}/cover.jpg`,
  };
}

/** `audio` has the cover in it, for those who keep the file; `stream` has none. */
export function storedKeys(publicId: string): { audio: string; stream: string; cover: string } {
  const folder = `episodes/${publicId}`;
  return {
    audio: `${folder}/episode.mp3`,
    stream: `${folder}/stream.mp3`,
    cover: `${folder}/cover.jpg`,
  };
}

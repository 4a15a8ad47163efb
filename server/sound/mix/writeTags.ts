import { randomUUID } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { open, rename, rm } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import NodeID3 from 'node-id3';
import { DIGITAL_SOURCE_TYPE } from '#shared/aiDisclosure.ts';
import { brand } from '#shared/brand.ts';
import type { Tags } from './audio.ts';
import { lengthOfId3 } from './frames.ts';

/** A table of contents counts its chapters in one byte (ID3v2 Chapter Frame Addendum 1.0, 3.2). */
const MAX_CHAPTERS = 255;

/** Replaces the ID3v2 tag. The old file stays as it is until the new one is complete. */
export async function writeTags(file: string, tags: Tags): Promise<void> {
  const header = NodeID3.create(frames(tags));
  const start = lengthOfId3(await readStart(file));
  const partial = `${file}.${randomUUID()}.part`;
  async function* tagged() {
    yield header;
    yield* createReadStream(file, { start });
  }
  try {
    await pipeline(tagged, createWriteStream(partial));
    await rename(partial, file);
  } catch (error) {
    await rm(partial, { force: true });
    throw error;
  }
}

function frames(tags: Tags): NodeID3.Tags {
  const [year = '', month = '', day = ''] = tags.date.toISOString().slice(0, 10).split('-');
  const chapters = tags.chapters.slice(0, MAX_CHAPTERS).map((chapter, index) => ({
    elementID: `chp${index}`,
    startTimeMs: Math.round(chapter.startMilliseconds),
    endTimeMs: Math.round(chapter.endMilliseconds),
    tags: { title: chapter.title },
  }));
  return {
    title: tags.title,
    subtitle: tags.summary,
    artist: tags.hosts.join(' and '),
    album: brand.name,
    publisher: brand.name,
    genre: 'Podcast',
    // Version 2.3 separates year and day; newer readers expect the frame of version 2.4.
    year,
    date: `${day}${month}`,
    recordingTime: `${year}-${month}-${day}`,
    comment: { language: 'eng', text: tags.comment },
    // The AI mark for machines. ID3 has no frame for it: media tools show this text, and IPTC's own
    // field is XMP, which ID3 holds in a private frame of this name (XMP specification, part 3,
    // 1.1.3).
    userDefinedText: [{ description: 'DigitalSourceType', value: DIGITAL_SOURCE_TYPE }],
    private: [{ ownerIdentifier: 'XMP', data: XMP }],
    ...(tags.cover && {
      image: {
        mime: 'image/jpeg',
        type: { id: NodeID3.TagConstants.AttachedPicture.PictureType.FRONT_COVER },
        description: '',
        imageBuffer: tags.cover,
      },
    }),
    ...(chapters.length && {
      chapter: chapters,
      tableOfContents: [
        { elementID: 'toc', isOrdered: true, elements: chapters.map(({ elementID }) => elementID) },
      ],
    }),
  };
}

const XMP = [
  '<?xpacket begin="\ufeff" id="W5M0MpCehiHzreSzNTczkc9d"?>',
  '<x:xmpmeta xmlns:x="adobe:ns:meta/">',
  '<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">',
  '<rdf:Description rdf:about=""',
  ' xmlns:Iptc4xmpExt="http://iptc.org/std/Iptc4xmpExt/2008-02-29/">',
  `<Iptc4xmpExt:DigitalSourceType>${DIGITAL_SOURCE_TYPE}</Iptc4xmpExt:DigitalSourceType>`,
  '</rdf:Description>',
  '</rdf:RDF>',
  '</x:xmpmeta>',
  '<?xpacket end="r"?>',
].join('');

async function readStart(file: string): Promise<Buffer> {
  await using handle = await open(file);
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(10), 0, 10, 0);
  return buffer.subarray(0, bytesRead);
}

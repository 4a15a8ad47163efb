import { AI_DISCLOSURE, DIGITAL_SOURCE_TYPE } from '#shared/aiDisclosure.ts';
import type { Answers } from '#shared/brief.ts';
import type { Channel } from '#shared/channels.ts';
import type { Listening, Podcast } from '#shared/episode.ts';
import type { Chapters, Transcript } from '#shared/script.ts';
import { type LineRow, type PodcastRow, statusOf } from '../log/lease.ts';
import { chaptersOf, timedLines } from '../log/timeline.ts';

export type Progress = Pick<Podcast, 'lastLine' | 'etaSeconds' | 'sources'>;
export const NO_PROGRESS: Progress = { lastLine: null, etaSeconds: null, sources: [] };

export type OwnPosition = Pick<Podcast, 'position' | 'isPlayed'>;
export const NEVER_PLAYED: OwnPosition = { position: null, isPlayed: false };

export function presentPodcast(
  row: Omit<PodcastRow, 'outline' | 'quality'>,
  { lastLine, etaSeconds, sources }: Progress,
  { position, isPlayed }: OwnPosition,
): Podcast {
  return {
    publicId: row.publicId,
    title: row.title,
    topic: row.topic,
    tone: row.tone,
    style: row.style,
    duration: row.duration,
    voice1Id: row.voice1Id,
    voice1Name: row.voice1Name,
    voice2Id: row.voice2Id,
    voice2Name: row.voice2Name,
    stings: row.stings,
    status: statusOf(row),
    stage: row.stage,
    progress: lineCountsOf(row),
    sources,
    showsSources: row.showsSources,
    lastLine,
    etaSeconds,
    durationSeconds: row.durationSeconds,
    wave: row.wave,
    position,
    isPlayed,
    amountPaid: row.amountPaid,
    email: row.email,
    audioUrl: row.audioUrl,
    partsUrl: partsUrl(row, row.publicId),
    listenUrl: `/listen?episode=${row.shareToken}`,
    failure: row.failure,
    createdAt: row.createdAt.toISOString(),
    completedAt: row.completedAt?.toISOString() ?? null,
  };
}

type Seen = Pick<Listening['episode'], 'isOwner' | 'position' | 'verdict'> &
  Pick<Progress, 'etaSeconds'>;

/** Shows an episode to the holder of `token`. Only the owner learns other secrets. */
export function presentListening(row: PodcastRow, token: string, seen: Seen): Listening['episode'] {
  const { isOwner, position, verdict, etaSeconds } = seen;
  const { voice1Name, voice2Name } = row;
  // Until an episode has a title, its row holds the topic there, which is for the owner only.
  const isUntitled = row.status !== 'completed' && row.title === row.topic;
  const media = (name: string) => (row.status === 'completed' ? `/media/${token}/${name}` : null);
  return {
    // Owners always share the link that can be replaced, whichever token they came with.
    token: isOwner ? row.shareToken : token,
    title: isUntitled && !isOwner ? `A talk between ${voice1Name} and ${voice2Name}` : row.title,
    summary: row.summary,
    duration: row.duration,
    durationSeconds: row.durationSeconds,
    voice1Name,
    voice2Name,
    choices: {
      topic: isOwner ? row.topic : null,
      voice1Id: row.voice1Id,
      voice2Id: row.voice2Id,
      tone: row.tone,
      style: row.style,
      duration: row.duration,
      stings: row.stings,
    },
    status: statusOf(row),
    isOwner,
    channel: channelOf(row, token, isOwner),
    publicId: isOwner ? row.publicId : null,
    audioUrl: media('episode.mp3'),
    partsUrl: partsUrl(row, token),
    position,
    verdict,
    wave: row.wave,
    making:
      row.status === 'processing'
        ? { stage: row.stage, progress: lineCountsOf(row), etaSeconds }
        : null,
    spokenUrl: row.status === 'processing' ? `/media/${token}/spoken.json` : null,
    transcriptUrl: media('transcript.json'),
    chaptersUrl: media('chapters.json'),
    answersUrl: row.answers && row.brief?.questions.length ? media('answers.json') : null,
    sourcesUrl: row.researchedAt && media('sources.json'),
    followUps: row.recap?.followUps ?? [],
    coverUrl: media('cover.jpg'),
    completedAt: row.completedAt?.toISOString() ?? null,
  };
}

function lineCountsOf(row: Omit<PodcastRow, 'outline' | 'quality'>): Podcast['progress'] {
  return {
    linesWritten: row.linesWritten,
    linesSpoken: row.linesSpoken,
    secondsSpoken: row.millisecondsSpoken / 1000,
  };
}

export function channelOf(row: PodcastRow, token: string, isOwner: boolean): Channel {
  if (isOwner) return 'own';
  if (row.isSample) return 'samples';
  return token === row.emailToken ? 'email' : 'shared';
}

function partsUrl({ status }: Pick<PodcastRow, 'status'>, token: string): string | null {
  return status === 'processing' ? `/media/${token}/parts.json` : null;
}

/** A finished episode and lines of it. */
interface Script {
  row: PodcastRow;
  lines: LineRow[];
}

export function transcriptOf({ row, lines }: Script): Transcript {
  return {
    version: '1.0.0',
    digitalSourceType: DIGITAL_SOURCE_TYPE,
    segments: timedLines(lines).map(({ speaker, text, start, end }) => ({
      speaker: hostOf(row, speaker),
      side: speaker,
      startTime: start,
      endTime: end,
      body: text,
    })),
  };
}

/** Podcast apps read voice tags as the speaker's name (W3C WebVTT, section 3.4). */
export function vttOf({ row, lines }: Script): string {
  const cues = timedLines(lines).map(
    ({ speaker, text, start, end }) =>
      `${clock(start)} --> ${clock(end)}\n<v ${escapeText(hostOf(row, speaker))}>${escapeText(text)}\n`,
  );
  const note = `NOTE\n${AI_DISCLOSURE}\nDigitalSourceType: ${DIGITAL_SOURCE_TYPE}\n`;
  return `WEBVTT\n\n${[note, ...cues].join('\n')}`;
}

/** Podcasting 2.0 chapters. */
export function chaptersJson({ row, lines }: Script): Chapters {
  const end = (row.durationSeconds ?? 0) * 1000;
  const chapters = row.outline ? chaptersOf(row.outline, lines, end) : [];
  return {
    version: '1.2.0',
    chapters: chapters.map(({ title, startMilliseconds, endMilliseconds }) => ({
      title,
      startTime: startMilliseconds / 1000,
      endTime: endMilliseconds / 1000,
    })),
  };
}

/** A question is open when all lines of its answer were cut for length. */
export function answersJson({ row: { brief, answers }, lines }: Script): Answers {
  const questions = brief?.questions ?? [];
  return {
    questions: questions.map(({ text }, index) => {
      const place = answers?.find(({ question }) => question === index);
      const between = ({ position }: LineRow) =>
        place !== undefined && position >= place.first && position <= place.last;
      const spoken = timedLines(lines.filter(between));
      const [first, last] = [spoken[0], spoken.at(-1)];
      return first && last ? { text, start: first.start, end: last.end } : { text, open: true };
    }),
  };
}

export function hostOf(row: PodcastRow, speaker: LineRow['speaker']): string {
  return speaker === 'A' ? row.voice1Name : row.voice2Name;
}

/** Writes `3723.5` as `01:02:03.500`. */
function clock(seconds: number): string {
  return new Date(Math.round(seconds * 1000)).toISOString().slice(11, 23);
}

/** WebVTT escapes these three only; players show `&quot;` as it is. */
function escapeText(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

import type { Outline, Speaker } from '#shared/script.ts';
import type { VoiceTraits } from '#shared/voices.ts';
import type { Share } from '../../base/bounds/fairQueue.ts';
import type { Storage } from '../../base/files/storage.ts';
import type { Finish } from '../../episodes/delivery/finish.ts';
import type { EpisodeLog } from '../../episodes/log/episodeLog.ts';
import type { LeasedEpisode, LineRow, PodcastRow } from '../../episodes/log/lease.ts';
import type { ResearchLog } from '../../episodes/log/researchLog.ts';
import type { PreviewLog } from '../../episodes/previews/previewLog.ts';
import type { Outbox } from '../../mail/outbox/outbox.ts';
import type { Document } from '../../reading/web/documents.ts';
import type { Encyclopedia, WebSearch } from '../../reading/web/research.ts';
import type { AudioEngine, PreparedClip } from '../../sound/mix/audio.ts';
import type { Narrator } from '../../sound/speech/speech.ts';
import type { CircuitBreakers } from '../../supply/availability/circuitBreakers.ts';
import type { SalesGate } from '../../supply/availability/salesGate.ts';
import type { Costs } from '../../supply/costs/costs.ts';
import type {
  EarlierEpisode,
  LineModerator,
  ScriptSpec,
  ScriptWriter,
} from '../../writing/script/scriptWriter.ts';

/** A few seconds of one voice: the first estimate of its speech rate and of its gain. */
export interface Sample {
  clip: PreparedClip;
  characters: number;
}

/** What production works with, whatever the episode. */
export interface ProductionTools {
  writer: ScriptWriter;
  /** Whether topics are read for orders without a brief. */
  mayReadTopics(): Promise<boolean>;
  moderator: LineModerator;
  /** Who speaks a voice. */
  narratorOf(voiceId: string): Narrator;
  /** A voice introducing itself by name: bought once, ever. */
  sample(voiceId: string, name: string, signal: AbortSignal): Promise<Sample>;
  /** Finds a voice that is on sale; null for any other. */
  voices: { find(id: string): Promise<VoiceTraits | null> };
  /** What the account of this episode has heard before. */
  earlierEpisodes(podcast: PodcastRow): Promise<EarlierEpisode[]>;
  /** What those have said, line by line; null where there are none. */
  earlierLines(podcast: PodcastRow): Promise<string[] | null>;
  /** Null where it is not configured, as `encyclopedia`. */
  webSearch: WebSearch | null;
  encyclopedia: Encyclopedia | null;
  documents: { fromLink(share: Share, link: string, signal: AbortSignal): Promise<Document> };
  /**
   * Whether episodes are read up on, beyond what their listeners brought; known once anything may be bought
   * and the model answers.
   */
  mayReadUp(): Promise<boolean>;
  /** How long an episode is read up on, ms: what there is by then is used. */
  readingTime: number;
  researchLog: ResearchLog;
  /** What listeners brought, by its ids; what is gone is left out. */
  loadAttachments(ids: string[]): Promise<(Document & { id: string })[]>;
  storage: Storage;
  audio: AudioEngine;
  episodeLog: EpisodeLog;
  previewLog: PreviewLog;
  /** Gives an episode that begins with a preview what is there of it. False while the preview is being made. */
  adoptPreview(podcastId: number): Promise<boolean>;
  finish: Finish;
  outbox: Outbox;
  costs: Pick<Costs, 'record'>;
  salesGate: Pick<SalesGate, 'isCapReached'>;
  circuits: CircuitBreakers;
  /** Whether this machine can produce episodes. If not, its jobs are handed back. */
  checkMachine(): Promise<boolean>;
  /** Is told why an attempt failed; servers have a log for that. */
  onFailure?: (error: unknown) => void;
  /** Multiplies all waits for a provider: 1 in production, less in tests. */
  pace: number;
}

/** Reads the finished script: which lines answer the brief, and what the listener will have heard. */
export interface Review {
  /** Begins, unless it has. */
  begin(lines: LineRow[]): void;
  /** Begins if need be, and resolves within seconds: what is not there by then is left out. */
  end(lines: LineRow[]): Promise<void>;
}

/** What it takes to record the lines of an episode, or of a preview. */
export interface RecordingRun extends ProductionTools {
  /** The episode as it was when the attempt began. */
  work: LeasedEpisode;
  outline: Outline;
  samples: Record<Speaker, Sample>;
  /** Where the MP3 is written. */
  file: string;
  signal: AbortSignal;
}

/** One attempt to produce an episode. Made once, and handed to every step. */
export interface EpisodeRun extends RecordingRun {
  /** What the writer is asked for, the same in every request. */
  spec: ScriptSpec;
  review: Review;
  /** The outline as its editor leaves it; of `outline` the first section alone may be written before. */
  edited: Promise<Outline>;
}

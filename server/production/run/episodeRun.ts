import type { Outline, Speaker } from '#shared/script.ts';
import type { VoiceTraits } from '#shared/voices.ts';
import type { Share } from '../../base/bounds/fairQueue.ts';
import type { Db } from '../../base/db/openDatabase.ts';
import type { Storage } from '../../base/files/storage.ts';
import type { SenderDetails } from '../../episodes/delivery/readyEmail.ts';
import type { EpisodeLog } from '../../episodes/log/episodeLog.ts';
import type { LeasedEpisode, LineRow } from '../../episodes/log/lease.ts';
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
import type { LineModerator, ScriptSpec, ScriptWriter } from '../../writing/script/scriptWriter.ts';

/** A few seconds of one voice: the first estimate of its speech rate and gain. */
export interface Sample {
  clip: PreparedClip;
  characters: number;
}

export interface ProductionTools extends SenderDetails {
  db: Db;
  writer: ScriptWriter;
  moderator: LineModerator;
  narratorOf(voiceId: string): Narrator;
  /** The voice introduces itself by name. Bought once, ever. */
  sample(voiceId: string, name: string, signal: AbortSignal): Promise<Sample>;
  /** Resolves with null for a voice that is not on sale. */
  voices: { find(id: string): Promise<VoiceTraits | null> };
  /** Null where it is not configured, like `encyclopedia`. */
  webSearch: WebSearch | null;
  encyclopedia: Encyclopedia | null;
  documents: { fromLink(share: Share, link: string, signal: AbortSignal): Promise<Document> };
  /** Beyond attachments. Resolves once anything may be bought and the model answers. */
  mayReadUp(): Promise<boolean>;
  /** How long an episode is read up on, ms, in tests. */
  readingTime?: number;
  researchLog: ResearchLog;
  storage: Storage;
  audio: AudioEngine;
  episodeLog: EpisodeLog;
  previewLog: PreviewLog;
  outbox: Outbox;
  costs: Pick<Costs, 'record'>;
  salesGate: Pick<SalesGate, 'isCapReached'>;
  circuits: CircuitBreakers;
  /** Whether this machine can produce episodes. If not, its jobs are handed back. */
  checkMachine(): Promise<boolean>;
  /** For tests; servers log failures. */
  onFailure?: (error: unknown) => void;
  /** Multiplies all waits for a provider: 1 in production, less in tests. */
  pace: number;
}

/** Finds which lines of the finished script answer the brief, and its recap. */
export interface Review {
  begin(lines: LineRow[]): void;
  /** Begins if need be, and resolves within seconds: what is late is left out. */
  end(lines: LineRow[]): Promise<void>;
}

/** What one worker holds, with all that it needs. */
export interface Attempt extends ProductionTools {
  work: LeasedEpisode;
  signal: AbortSignal;
}

export interface SpecifiedAttempt extends Attempt {
  spec: ScriptSpec;
}

/** What reading, moderating and reviewing lines takes of it. */
export type ReadingRun = Pick<
  SpecifiedAttempt,
  'work' | 'spec' | 'writer' | 'moderator' | 'episodeLog' | 'signal'
>;

export interface RecordingRun extends Attempt {
  outline: Outline;
  samples: Record<Speaker, Sample>;
  file: string;
}

export interface EpisodeRun extends RecordingRun {
  spec: ScriptSpec;
  review: Review;
  /** Until it is there, only the first section of `outline` may be written. */
  edited: Promise<Outline>;
}

import { rejectionName, type Sound } from './player.ts';

export interface Source extends Sound {
  src: string;
  preload: string;
}

/** A file that covers a stretch of the episode's timeline; times in seconds. */
interface Segment {
  url: string;
  startTime: number;
  duration: number;
}

interface Slot {
  sound: Source;
  segment: Segment | null;
  /** Position within the segment to seek to once metadata is loaded. */
  goal: number | null;
}

const FORWARDED_EVENTS = [
  'playing',
  'waiting',
  'timeupdate',
  'seeking',
  'seeked',
  'progress',
  'durationchange',
  'loadedmetadata',
  'ratechange',
  'error',
] as const;
/** Values of `readyState`. */
const HAVE_METADATA = 1;
const HAVE_CURRENT_DATA = 2;
/** Distance that still counts as a part's end, s: encoders round to frames of 26 ms. */
const END_TOLERANCE = 0.05;

const endOf = ({ startTime, duration }: Segment) => startTime + duration;

/**
 * Plays the parts of an episode in production, then the finished file, on one timeline. Switches
 * files at the end of a part, while paused or on a seek; waits where there is no file yet.
 */
export class PartPlayback extends EventTarget implements Sound {
  readonly #makeSource: () => Source;
  #parts: readonly Segment[] = [];
  #finished: Segment | null = null;
  /** No more parts will come. */
  #isWhole = false;
  #now: Slot;
  #next: Slot | null = null;
  /** Position while it waits without a segment; null while it is inside one. */
  #waitingAt: number | null = 0;
  #wantsToPlay = false;
  /** Counts calls of play(): only the latest may change `#wantsToPlay`. */
  #playCalls = 0;
  #rate = 1;

  /** Calls `makeSource` again only when a second element is needed to preload the next part. */
  constructor(makeSource: () => Source) {
    super();
    this.#makeSource = makeSource;
    this.#now = this.#openSlot();
  }

  get currentTime() {
    const { sound, segment, goal } = this.#now;
    if (this.#waitingAt !== null || !segment) return this.#waitingAt ?? 0;
    const within = goal ?? sound.currentTime;
    return (
      segment.startTime + (segment === this.#finished ? within : Math.min(within, segment.duration))
    );
  }
  set currentTime(to) {
    this.#seek(to);
  }
  get playbackRate() {
    return this.#rate;
  }
  set playbackRate(rate) {
    this.#rate = rate;
    this.#now.sound.playbackRate = rate;
    if (this.#next) this.#next.sound.playbackRate = rate;
  }
  get duration() {
    const known = this.#now.segment === this.#finished ? this.#now.sound.duration : Number.NaN;
    return Number.isFinite(known) ? known : (this.#finished?.duration ?? Number.NaN);
  }
  get paused() {
    return !this.#wantsToPlay;
  }
  get ended() {
    if (this.#waitingAt !== null) return this.#isAtEnd(this.#waitingAt);
    return this.#isInFinished() && this.#now.sound.ended;
  }
  get readyState() {
    return this.#waitingAt === null ? this.#now.sound.readyState : HAVE_CURRENT_DATA;
  }
  get error() {
    return this.#waitingAt === null ? this.#now.sound.error : null;
  }
  get hasCaughtUp() {
    return this.#wantsToPlay && this.#waitingAt !== null;
  }

  async play(): Promise<void> {
    this.#wantsToPlay = true;
    const play = ++this.#playCalls;
    this.#emit('play');
    if (this.#waitingAt !== null) {
      // Some phones remember the tap only for an element that was told to play at once.
      this.#now.sound.play().catch(() => undefined);
      return this.#seek(this.#waitingAt);
    }
    this.#preloadNext();
    try {
      await this.#now.sound.play();
    } catch (error) {
      // A pause or a change of segment aborts the promise; anything else means no sound.
      if (rejectionName(error) !== 'AbortError' && play === this.#playCalls)
        this.#wantsToPlay = false;
      throw error;
    }
  }
  pause(): void {
    this.#wantsToPlay = false;
    this.#now.sound.pause();
    this.#emit('pause');
    this.#switchToFinished();
  }
  load(): void {
    const { sound, segment } = this.#now;
    // The part's file may be gone; the finished file covers the same second.
    if (segment && this.#finished && segment !== this.#finished)
      this.#load(this.#now, this.#finished, this.currentTime);
    else sound.load();
  }

  /** Sets the parts that exist so far, in order and without gaps. */
  extend(parts: readonly Segment[]): void {
    this.#parts = parts;
    this.#emit('progress');
    if (this.#waitingAt !== null && parts.length > 0) this.#seek(this.#waitingAt);
    this.#preloadNext();
  }
  complete(): void {
    if (this.#isWhole) return;
    this.#isWhole = true;
    if (this.#waitingAt !== null) this.#seek(this.#waitingAt);
  }
  /** `duration` (s) counts until the file's metadata is loaded. */
  finish(url: string, duration: number): void {
    if (this.#finished) return;
    this.#finished = { url, startTime: 0, duration };
    this.#emit('durationchange');
    this.#switchToFinished();
    this.#preloadNext();
  }

  #isInFinished(): boolean {
    return this.#finished !== null && this.#now.segment === this.#finished;
  }
  #emit(name: string): void {
    this.dispatchEvent(new Event(name));
  }
  /** Where the existing audio ends, s. */
  #availableEnd(): number {
    const last = this.#finished ?? this.#parts.at(-1);
    return last ? endOf(last) : 0;
  }
  #isAtEnd(time: number): boolean {
    return this.#isWhole && this.#parts.length > 0 && time >= this.#availableEnd() - END_TOLERANCE;
  }
  #segmentAt(time: number): Segment | undefined {
    if (this.#finished) return this.#finished;
    return this.#parts.find(
      (part) => time >= part.startTime - END_TOLERANCE && time < endOf(part) - END_TOLERANCE,
    );
  }

  #openSlot(): Slot {
    const slot: Slot = { sound: this.#makeSource(), segment: null, goal: null };
    const { sound } = slot;
    for (const name of FORWARDED_EVENTS) {
      sound.addEventListener(name, () => {
        if (slot.goal !== null && sound.readyState >= HAVE_METADATA) {
          sound.currentTime = slot.goal;
          slot.goal = null;
        }
        if (slot === this.#now) this.#emit(name);
      });
    }
    // Paused by the browser: an incoming call, unplugged headphones.
    sound.addEventListener('pause', () => {
      const isOurs = sound.ended || !sound.paused || this.#waitingAt !== null;
      if (slot !== this.#now || isOurs || !this.#wantsToPlay) return;
      this.#wantsToPlay = false;
      this.#emit('pause');
    });
    sound.addEventListener('play', () => {
      if (slot !== this.#now || this.#wantsToPlay) return;
      this.#wantsToPlay = true;
      this.#emit('play');
    });
    sound.addEventListener('ended', () => {
      if (slot !== this.#now || !slot.segment) return;
      if (!this.#isInFinished()) return this.#seek(endOf(slot.segment));
      this.#wantsToPlay = false;
      this.#emit('ended');
    });
    return slot;
  }

  #load(slot: Slot, segment: Segment, goal: number): void {
    slot.segment = segment;
    slot.goal = goal > 0 ? goal : null;
    slot.sound.src = segment.url;
    slot.sound.playbackRate = this.#rate;
  }

  #seek(to: number): void {
    const segment = this.#segmentAt(to);
    if (!segment) {
      // Keep the requested position until the first part exists.
      this.#waitingAt = this.#parts.length > 0 ? Math.min(to, this.#availableEnd()) : to;
      this.#now.sound.pause();
      this.#emit('timeupdate');
      if (this.#wantsToPlay && this.#isAtEnd(this.#waitingAt)) {
        this.#wantsToPlay = false;
        this.#emit('ended');
      }
      return;
    }
    this.#waitingAt = null;
    if (this.#now.segment?.url !== segment.url) this.#switchTo(segment, to);
    this.#seekWithin(Math.max(0, to - segment.startTime));
    this.#emit('timeupdate');
    if (this.#wantsToPlay) this.#startSound();
    this.#preloadNext();
  }

  /** Switches to the preloaded element if it holds the segment; otherwise loads it into this one. */
  #switchTo(segment: Segment, to: number): void {
    const { segment: before, sound } = this.#now;
    if (this.#next?.segment?.url === segment.url && !this.#next.sound.error) {
      [this.#now, this.#next] = [this.#next, this.#now];
      sound.pause();
    } else {
      this.#load(this.#now, segment, to - segment.startTime);
    }
    // The new file may know its duration more precisely.
    if (before !== segment) this.#emit('durationchange');
  }

  #seekWithin(time: number): void {
    const slot = this.#now;
    if (slot.sound.readyState < HAVE_METADATA) slot.goal = time > 0 ? time : null;
    else if (Math.abs(slot.sound.currentTime - time) > END_TOLERANCE) slot.sound.currentTime = time;
  }

  #startSound(): void {
    this.#now.sound.play().catch((error: unknown) => {
      if (rejectionName(error) !== 'NotAllowedError' || !this.#wantsToPlay) return;
      if (!this.#next) return this.pause();
      // Some phones let only the tapped element play: go back to it.
      const { segment } = this.#now;
      const time = this.currentTime;
      [this.#now, this.#next] = [this.#next, this.#now];
      if (segment) this.#load(this.#now, segment, time - segment.startTime);
      this.#now.sound.play().catch(() => this.pause());
    });
  }

  /** Switches to the finished file while nothing is audible: paused, waiting or failed. */
  #switchToFinished(): void {
    if (!this.#finished || this.#isInFinished()) return;
    const isSilent = !this.#wantsToPlay || this.#waitingAt !== null || this.#now.sound.error;
    if (isSilent) this.#seek(this.currentTime);
  }

  #preloadNext(): void {
    const { segment } = this.#now;
    if (!this.#wantsToPlay || this.#waitingAt !== null || !segment || segment === this.#finished)
      return;
    const end = endOf(segment);
    const following = this.#segmentAt(end);
    if (!following || this.#next?.segment?.url === following.url) return;
    this.#next ??= this.#openSlot();
    this.#next.sound.preload = 'auto';
    this.#load(this.#next, following, end - following.startTime);
  }
}

import type { Sound } from './player.ts';
import { refusalOf } from './refusal.ts';

/** An audio element, as far as a chain touches one. */
export interface Source extends Sound {
  src: string;
  preload: string;
}

/** A file that is one stretch of the episode's timeline; times in seconds. */
interface Piece {
  url: string;
  startTime: number;
  duration: number;
}

/**
 * One sound made of pieces, on one timeline: the parts of an episode that is still being made, one
 * after the other, and from some moment on the finished file, into which it goes over at the end of
 * a part, in a pause or at a seek. Where no piece is yet, it waits for one.
 */
export interface PartPlayback extends Sound {
  /** What can be heard so far, in order and without a gap. */
  extend(parts: readonly Piece[]): void;
  /** The finished file; `duration` until the file says it itself. */
  finish(url: string, duration: number): void;
}

/** An element and what is in it. */
interface Deck {
  sound: Source;
  piece: Piece | null;
  /** The second of the piece to begin at, until the element knows its length. */
  goal: number | null;
}

const HEARD = [
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
const KNOWS_LENGTH = 1;
/** Stands at a place, without the sound that follows it (HAVE_CURRENT_DATA). */
const KNOWS_PLACE = 2;
/** Closer than this to a part's end counts as its end, s: encoders round to frames of 26 ms. */
const SEAM = 0.05;

const endOf = ({ startTime, duration }: Piece) => startTime + duration;

/** `makeSource` is called for a second element only when one piece is to follow another. */
export function createPartPlayback(makeSource: () => Source): PartPlayback {
  return new Pieces(makeSource);
}

class Pieces extends EventTarget implements PartPlayback {
  readonly #makeSource: () => Source;
  #parts: readonly Piece[] = [];
  #whole: Piece | null = null;
  #now: Deck;
  /** Gets ready what comes next. */
  #next: Deck | null = null;
  /** The second at which it stands without a piece to play; null while it is inside one. */
  #stand: number | null = 0;
  #wants = false;
  /** How often it was told to play: only the last of these has a say in what it wants. */
  #plays = 0;
  #rate = 1;

  constructor(makeSource: () => Source) {
    super();
    this.#makeSource = makeSource;
    this.#now = this.#openDeck();
  }

  get currentTime() {
    const { sound, piece, goal } = this.#now;
    if (this.#stand !== null || !piece) return this.#stand ?? 0;
    const inside = goal ?? sound.currentTime;
    return piece.startTime + (piece === this.#whole ? inside : Math.min(inside, piece.duration));
  }
  set currentTime(to) {
    this.#go(to);
  }
  get playbackRate() {
    return this.#rate;
  }
  set playbackRate(rate) {
    this.#rate = rate;
    for (const deck of this.#decks()) deck.sound.playbackRate = rate;
  }
  get duration() {
    const known = this.#now.piece === this.#whole ? this.#now.sound.duration : Number.NaN;
    return Number.isFinite(known) ? known : (this.#whole?.duration ?? Number.NaN);
  }
  get paused() {
    return !this.#wants;
  }
  get ended() {
    return this.#stand === null && this.#isInWhole() && this.#now.sound.ended;
  }
  get readyState() {
    return this.#stand === null ? this.#now.sound.readyState : KNOWS_PLACE;
  }
  get error() {
    return this.#stand === null ? this.#now.sound.error : null;
  }
  get buffered() {
    if (this.#isInWhole()) return this.#now.sound.buffered;
    return { length: 1, start: () => 0, end: () => this.#reach() };
  }

  async play(): Promise<void> {
    this.#wants = true;
    const play = ++this.#plays;
    this.#tell('play');
    if (this.#stand !== null) return this.#go(this.#stand);
    this.#prepare();
    try {
      await this.#now.sound.play();
    } catch (error) {
      // A pause, or another piece in its place, aborts the promise; anything else is silence.
      if (refusalOf(error) !== 'AbortError' && play === this.#plays) this.#wants = false;
      throw error;
    }
  }
  pause(): void {
    this.#wants = false;
    this.#now.sound.pause();
    this.#tell('pause');
    this.#goOver();
  }
  load(): void {
    const { sound, piece } = this.#now;
    // A part that broke off may be gone by now: the finished file has the same second.
    if (piece && this.#whole && piece !== this.#whole)
      this.#put(this.#now, this.#whole, this.currentTime);
    else sound.load();
  }

  extend(parts: readonly Piece[]): void {
    this.#parts = parts;
    this.#tell('progress');
    if (this.#stand !== null && parts.length > 0) this.#go(this.#stand);
    this.#prepare();
  }
  finish(url: string, duration: number): void {
    if (this.#whole) return;
    this.#whole = { url, startTime: 0, duration };
    this.#tell('durationchange');
    this.#goOver();
    this.#prepare();
  }

  #decks(): Deck[] {
    return this.#next ? [this.#now, this.#next] : [this.#now];
  }
  #isInWhole(): boolean {
    return this.#whole !== null && this.#now.piece === this.#whole;
  }
  #tell(name: string): void {
    this.dispatchEvent(new Event(name));
  }
  /** How far there is sound. */
  #reach(): number {
    const last = this.#whole ?? this.#parts.at(-1);
    return last ? endOf(last) : 0;
  }
  #pieceAt(time: number): Piece | undefined {
    if (this.#whole) return this.#whole;
    return this.#parts.find((part) => time >= part.startTime - SEAM && time < endOf(part) - SEAM);
  }

  #openDeck(): Deck {
    const deck: Deck = { sound: this.#makeSource(), piece: null, goal: null };
    const { sound } = deck;
    for (const name of HEARD) {
      sound.addEventListener(name, () => {
        if (deck.goal !== null && sound.readyState >= KNOWS_LENGTH) {
          sound.currentTime = deck.goal;
          deck.goal = null;
        }
        if (deck === this.#now) this.#tell(name);
      });
    }
    // By the browser itself: a call comes in, the headphones go out.
    sound.addEventListener('pause', () => {
      const isOurs = sound.ended || !sound.paused || this.#stand !== null;
      if (deck !== this.#now || isOurs || !this.#wants) return;
      this.#wants = false;
      this.#tell('pause');
    });
    sound.addEventListener('play', () => {
      if (deck !== this.#now || this.#wants) return;
      this.#wants = true;
      this.#tell('play');
    });
    sound.addEventListener('ended', () => {
      if (deck !== this.#now || !deck.piece) return;
      if (!this.#isInWhole()) return this.#go(endOf(deck.piece));
      this.#wants = false;
      this.#tell('ended');
    });
    return deck;
  }

  #put(deck: Deck, piece: Piece, goal: number): void {
    deck.piece = piece;
    deck.goal = goal > 0 ? goal : null;
    deck.sound.src = piece.url;
    deck.sound.playbackRate = this.#rate;
  }

  #go(to: number): void {
    const piece = this.#pieceAt(to);
    if (!piece) {
      // Before anything is there, the wish is kept as it is.
      this.#stand = this.#parts.length > 0 ? Math.min(to, this.#reach()) : to;
      this.#now.sound.pause();
      this.#tell('timeupdate');
      return;
    }
    this.#stand = null;
    if (this.#now.piece?.url !== piece.url) this.#change(piece, to);
    this.#place(Math.max(0, to - piece.startTime));
    this.#tell('timeupdate');
    if (this.#wants) this.#sound();
    this.#prepare();
  }

  /** To another piece: into the element that has it ready, or else into this one. */
  #change(piece: Piece, to: number): void {
    const { piece: before, sound } = this.#now;
    if (this.#next?.piece?.url === piece.url && !this.#next.sound.error) {
      [this.#now, this.#next] = [this.#next, this.#now];
      sound.pause();
    } else {
      this.#put(this.#now, piece, to - piece.startTime);
    }
    // The finished file knows its length better than we do.
    if (before !== piece) this.#tell('durationchange');
  }

  #place(inside: number): void {
    const deck = this.#now;
    if (deck.sound.readyState < KNOWS_LENGTH) deck.goal = inside > 0 ? inside : null;
    else if (Math.abs(deck.sound.currentTime - inside) > SEAM) deck.sound.currentTime = inside;
  }

  #sound(): void {
    this.#now.sound.play().catch((error: unknown) => {
      if (refusalOf(error) !== 'NotAllowedError' || !this.#next || !this.#wants) return;
      // Some phones let only that element sound which was tapped: back to it.
      const { piece } = this.#now;
      const time = this.currentTime;
      [this.#now, this.#next] = [this.#next, this.#now];
      if (piece) this.#put(this.#now, piece, time - piece.startTime);
      this.#now.sound.play().catch(() => this.pause());
    });
  }

  /** Into the finished file where no one hears it: in a pause, or where it waits. */
  #goOver(): void {
    if (!this.#whole || this.#isInWhole()) return;
    const isSilent = !this.#wants || this.#stand !== null || this.#now.sound.error;
    if (isSilent) this.#go(this.currentTime);
  }

  /** Loads what follows the part that is being heard, at the second at which it will be wanted. */
  #prepare(): void {
    const { piece } = this.#now;
    if (!this.#wants || this.#stand !== null || !piece || piece === this.#whole) return;
    const end = endOf(piece);
    const following = this.#pieceAt(end);
    if (!following || this.#next?.piece?.url === following.url) return;
    this.#next ??= this.#openDeck();
    this.#next.sound.preload = 'auto';
    this.#put(this.#next, following, end - following.startTime);
  }
}

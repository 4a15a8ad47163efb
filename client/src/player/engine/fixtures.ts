import type { Source } from './partPlayback.ts';

/** A silent audio element whose clock the test moves. */
export class SilentSound extends EventTarget implements Source {
  #src = '';
  preload = '';
  currentTime = 0;
  playbackRate = 1;
  duration = Number.NaN;
  paused = true;
  ended = false;
  readyState = 0;
  error: unknown = null;
  loads = 0;
  refusal: Error | null = null;

  get src() {
    return this.#src;
  }
  set src(url) {
    this.#src = url;
    this.load();
  }
  fire(name: string) {
    this.dispatchEvent(new Event(name));
  }
  arrive(duration: number) {
    this.duration = duration;
    this.readyState = 4;
    this.fire('loadedmetadata');
  }
  end() {
    this.currentTime = this.duration;
    this.ended = true;
    this.paused = true;
    this.fire('pause');
    this.fire('ended');
  }
  async play() {
    if (this.refusal) throw this.refusal;
    this.ended = false;
    this.paused = false;
    this.fire('play');
  }
  pause() {
    if (this.paused) return;
    this.paused = true;
    this.fire('pause');
  }
  load() {
    this.loads++;
    this.error = null;
    this.ended = false;
    this.paused = true;
    this.readyState = 0;
    this.duration = Number.NaN;
    this.currentTime = 0;
    this.playbackRate = 1;
  }
}

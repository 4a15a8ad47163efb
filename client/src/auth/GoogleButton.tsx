import { Button } from '../ui/Button.tsx';
import { GoogleMark } from './GoogleMark.tsx';
import type { GoogleSignIn } from './useGoogle.ts';

const pendingWords = { asking: 'Waiting for Google...', entering: 'Signing in...' };

/** The other way in, above the form; `children` says what it does on this tab. */
export function GoogleButton({ google, children }: { google: GoogleSignIn; children: string }) {
  const { phase, prepare, start } = google;
  return (
    <>
      <Button
        wide
        className="min-h-13"
        pending={phase !== 'idle'}
        onPointerEnter={prepare}
        onFocus={prepare}
        onClick={start}
      >
        <GoogleMark />
        {phase === 'idle' ? children : pendingWords[phase]}
      </Button>
      <p className="my-3.5 flex items-center gap-3 text-soft before:h-px before:grow before:bg-line after:h-px after:grow after:bg-line">
        or
      </p>
    </>
  );
}

import { Button } from '../../ui/Button.tsx';
import type { GoogleSignIn } from './useGoogle.ts';

const pendingWords = { popup: 'Waiting for Google...', session: 'Signing in...' };

export function GoogleButton({ google, children }: { google: GoogleSignIn; children: string }) {
  const { phase, prepare, start } = google;
  return (
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
  );
}

/** Google's brand guidelines require the four-colour G on a sign-in button. */
function GoogleMark() {
  return (
    <svg aria-hidden="true" viewBox="0 0 48 48" width="22" height="22" className="shrink-0">
      <g fill="none" strokeWidth="9.4">
        <path stroke="#ea4335" d="M37.4 10.6A19 19 0 0 0 7 15.6" />
        <path stroke="#fbbc05" d="M7 15.6a19 19 0 0 0 0 16.8" />
        <path stroke="#34a853" d="M7 32.4a19 19 0 0 0 29.7 5.6" />
        <path stroke="#4285f4" d="M36.7 38A19 19 0 0 0 43 24" />
      </g>
      <path fill="#4285f4" d="M24 19.6h23.29a23.7 23.7 0 0 1-.08 9.2H24z" />
    </svg>
  );
}

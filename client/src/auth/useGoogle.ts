import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';
import { configQuery, useConfig } from '../api/config.ts';
import { track } from '../tracking/track.ts';
import { onFirstUse } from '../ui/onFirstUse.ts';
import { useToast } from '../ui/Toast.tsx';
import { createGoogleSession } from './googleSession.ts';
import { loadGoogle } from './loadGoogle.ts';
import { type AuthProblem, googleProblem, returnProblems } from './problems.ts';
import { useAuth } from './session.tsx';
import { watchNextWindow } from './watchNextWindow.ts';

export type GoogleSignIn = {
  /** `asking` while Google's popup is open, `entering` while our server makes a session. */
  phase: 'idle' | 'asking' | 'entering';
  /** Loads what a popup needs, as soon as a press becomes likely. */
  prepare: () => void;
  start: () => void;
};

/** The sign-in with Google, for both tabs: it outlives a change between them. */
export function useGoogle(): GoogleSignIn {
  const client = useQueryClient();
  const config = useConfig();
  const { refresh } = useAuth();
  const { toast } = useToast();
  const [phase, setPhase] = useState<GoogleSignIn['phase']>('idle');
  const busy = useRef(false);
  /** Counts the presses: only the last one may still say something. */
  const latest = useRef(0);

  const prepare = useCallback(() => {
    // If it fails now, the press tries again and says so.
    if (config?.firebase) loadGoogle(config.firebase).catch(() => undefined);
  }, [config]);
  useEffect(() => onFirstUse(prepare), [prepare]);
  useEffect(() => {
    const presses = latest;
    return () => {
      presses.current += 1;
    };
  }, []);

  const signIn = useCallback(
    async (attempt: number) => {
      const isLatest = () => attempt === latest.current;
      const enter = (next: GoogleSignIn['phase']) => {
        if (!isLatest()) return;
        busy.current = next !== 'idle';
        setPhase(next);
      };
      const tell = (problem: AuthProblem | null | undefined) => {
        if (problem && isLatest()) toast({ ...problem, kind: 'destructive' });
      };

      enter('asking');
      const settings = await client
        .fetchQuery(configQuery)
        .then(({ firebase }) => firebase)
        .catch(() => null);
      if (!settings?.apiKey || !settings.projectId) {
        tell(returnProblems.google_not_configured);
        return enter('idle');
      }
      const stopWatching = watchNextWindow(() => enter('idle'));
      try {
        const google = await loadGoogle(settings);
        const who = await google.ask();
        enter('entering');
        const isNewUser = await createGoogleSession(who).catch((error: unknown) => {
          // The next try must not begin with somebody our server did not take.
          google.forget().catch(() => undefined);
          throw error;
        });
        console.info(`Google sign-in: ${isNewUser ? 'a new account' : 'a known account'}`);
        if (isNewUser) track('CompleteRegistration');
        await refresh();
      } catch (error) {
        // The log keeps the error's code for diagnosis.
        console.warn('Google sign-in failed', error);
        tell(googleProblem(error));
      } finally {
        stopWatching();
        enter('idle');
      }
    },
    [client, refresh, toast],
  );

  const start = useCallback(() => {
    if (busy.current) return;
    latest.current += 1;
    void signIn(latest.current);
  }, [signIn]);

  return { phase, prepare, start };
}

import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';
import { configQuery, useConfig } from '../../api/config.ts';
import { useAuth } from '../../api/session/session.tsx';
import { track } from '../../api/tracking/track.ts';
import { onFirstUse } from '../../ui/onFirstUse.ts';
import { useToast } from '../../ui/Toast.tsx';
import { createGoogleSession, loadGoogle, watchNextWindow } from './googleSignIn.ts';
import { type AuthProblem, cancelled, googleProblem, returnProblems } from './problems.ts';

/** `popup` while Google's window is open, `session` while our server creates the session. */
type Phase = 'idle' | 'popup' | 'session';

/** Shared by both tabs, so that a sign-in survives switching them. */
export function useGoogle() {
  const client = useQueryClient();
  const config = useConfig();
  const { refresh } = useAuth();
  const { toast } = useToast();
  const [phase, setPhase] = useState<Phase>('idle');
  /** Number of the latest attempt; earlier ones must not change the page any more. */
  const latest = useRef(0);
  const takeBack = useRef(() => {});

  const prepare = useCallback(() => {
    // If it fails now, the click tries again and shows the error.
    if (config?.firebase) loadGoogle(config.firebase).catch(() => undefined);
  }, [config]);
  useEffect(() => onFirstUse(prepare), [prepare]);
  useEffect(() => {
    const attempts = latest;
    return () => {
      attempts.current += 1;
    };
  }, []);

  async function start() {
    latest.current += 1;
    const attempt = latest.current;
    const isLatest = () => attempt === latest.current;
    const enterPhase = (next: Phase) => {
      if (isLatest()) setPhase(next);
    };
    const showProblem = (problem: AuthProblem | undefined) => {
      if (problem && isLatest()) takeBack.current = toast({ ...problem, kind: 'destructive' });
    };

    takeBack.current();
    enterPhase('popup');
    const settings = await client
      .fetchQuery(configQuery)
      .then(({ firebase }) => firebase)
      .catch(() => null);
    if (!settings?.apiKey || !settings.projectId) {
      showProblem(returnProblems.google_not_configured);
      return enterPhase('idle');
    }
    let isClosed = false;
    const stopWatching = watchNextWindow(() => {
      isClosed = true;
      showProblem(cancelled);
      enterPhase('idle');
    });
    try {
      const google = await loadGoogle(settings);
      const identity = await google.signIn();
      stopWatching();
      // An account may have been chosen just before the window was closed.
      if (isClosed) takeBack.current();
      enterPhase('session');
      const isNewUser = await createGoogleSession(identity).catch((error: unknown) => {
        // The next attempt must not reuse an account that our server refused.
        google.signOut().catch(() => undefined);
        throw error;
      });
      console.info(`Google sign-in: ${isNewUser ? 'a new account' : 'a known account'}`);
      if (isNewUser) track('CompleteRegistration');
      await refresh();
    } catch (error) {
      console.warn('Google sign-in failed', error);
      const problem = googleProblem(error);
      if (!isClosed || problem !== cancelled) showProblem(problem);
    } finally {
      stopWatching();
      enterPhase('idle');
    }
  }

  return { phase, prepare, start };
}

import {
  createContext,
  type ReactNode,
  Suspense,
  useCallback,
  useContext,
  useEffect,
  useMemo,
  useReducer,
  useRef,
} from 'react';
import { useHydrated } from './hydrated.ts';
import { lazyOptional } from './lazyOptional.ts';
import { TOAST_REMOVE_DELAY, type ToastMessage, toasts } from './toasts.ts';

/**
 * Loaded right after the first screen; every page works without it if it fails to load.
 */
const ToastStack = lazyOptional(() => import('./ToastStack.tsx'));

type Toasts = {
  /** Returns what takes the toast away before its time. */
  toast: (message: ToastMessage) => () => void;
};
const ToastContext = createContext<Toasts | null>(null);

/** Shows a short message at the top of the screen. */
export function useToast(): Toasts {
  const context = useContext(ToastContext);
  if (!context) throw new Error('useToast must be used within a ToastProvider');
  return context;
}

export function ToastProvider({ children }: { children: ReactNode }) {
  const [shown, dispatch] = useReducer(toasts, []);
  const hydrated = useHydrated();
  const next = useRef(0);
  const removals = useRef(new Set<ReturnType<typeof setTimeout>>());

  useEffect(() => {
    const timers = removals.current;
    return () => timers.forEach(clearTimeout);
  }, []);

  const dismiss = useCallback((id: number) => {
    dispatch({ do: 'dismiss', id });
    removals.current.add(setTimeout(() => dispatch({ do: 'remove', id }), TOAST_REMOVE_DELAY));
  }, []);
  const toast = useCallback(
    (message: ToastMessage) => {
      next.current += 1;
      const id = next.current;
      dispatch({ do: 'show', toast: { ...message, id } });
      return () => dismiss(id);
    },
    [dismiss],
  );

  return (
    <ToastContext value={useMemo(() => ({ toast }), [toast])}>
      {children}
      {hydrated && (
        <Suspense>
          <ToastStack shown={shown} onClose={dismiss} />
        </Suspense>
      )}
    </ToastContext>
  );
}

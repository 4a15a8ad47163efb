import {
  createContext,
  type ReactNode,
  useCallback,
  useContext,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { lazyPart } from './lazyPart.tsx';
import { type ShownToast, TOAST_REMOVE_DELAY, type ToastMessage } from './toasts.ts';

const ToastStack = lazyPart(() => import('./ToastStack.tsx'), { Failed: PlainToast });

type Toasts = {
  toast: (message: ToastMessage) => () => void;
};
const ToastContext = createContext<Toasts | null>(null);

export function useToast(): Toasts {
  const context = useContext(ToastContext);
  if (!context) throw new Error('useToast must be used within a ToastProvider');
  return context;
}

export function ToastProvider({ children }: { children: ReactNode }) {
  /** One at a time: the newest replaces the one before it. */
  const [shown, setShown] = useState<ShownToast | null>(null);
  const next = useRef(0);
  const removals = useRef(new Set<ReturnType<typeof setTimeout>>());

  useEffect(() => {
    const timers = removals.current;
    return () => timers.forEach(clearTimeout);
  }, []);

  const dismiss = useCallback((id: number) => {
    setShown((toast) => (toast?.id === id ? { ...toast, open: false } : toast));
    const remove = () => setShown((toast) => (toast?.id === id ? null : toast));
    removals.current.add(setTimeout(remove, TOAST_REMOVE_DELAY));
  }, []);
  const toast = useCallback(
    (message: ToastMessage) => {
      next.current += 1;
      const id = next.current;
      setShown({ ...message, id, open: true });
      ToastStack.load();
      return () => dismiss(id);
    },
    [dismiss],
  );

  return (
    <ToastContext value={useMemo(() => ({ toast }), [toast])}>
      {children}
      <ToastStack shown={shown} onClose={dismiss} />
    </ToastContext>
  );
}

type PlainToastProps = { shown: ShownToast | null; onClose: (id: number) => void };

/** Stands in if `ToastStack` does not load, so that no failure goes unsaid. A tap closes it. */
function PlainToast({ shown, onClose }: PlainToastProps) {
  return (
    <div role="alert" className="fixed inset-x-5 top-18 z-50 mx-auto max-w-100">
      {shown?.open && (
        <button
          type="button"
          onClick={() => onClose(shown.id)}
          className="w-full rounded-card bg-ink p-4 text-left text-ground"
        >
          <strong className="block">{shown.title}</strong> {shown.description}
        </button>
      )}
    </div>
  );
}

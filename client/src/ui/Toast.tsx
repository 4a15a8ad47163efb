import * as Radix from '@radix-ui/react-toast';
import { CircleAlert, Info, X } from 'lucide-react';
import {
  createContext,
  type ReactNode,
  useCallback,
  useContext,
  useEffect,
  useMemo,
  useReducer,
  useRef,
} from 'react';
import { classes } from './classes.ts';
import {
  type ShownToast,
  TOAST_DURATION,
  TOAST_REMOVE_DELAY,
  type ToastMessage,
  toasts,
} from './toasts.ts';

type Toasts = { toast: (message: ToastMessage) => void };
const ToastContext = createContext<Toasts | null>(null);

/** Shows a short message at the top of the screen. */
export function useToast(): Toasts {
  const context = useContext(ToastContext);
  if (!context) throw new Error('useToast must be used within a ToastProvider');
  return context;
}

export function ToastProvider({ children }: { children: ReactNode }) {
  const [shown, dispatch] = useReducer(toasts, []);
  const next = useRef(0);
  const removals = useRef(new Set<ReturnType<typeof setTimeout>>());

  useEffect(() => {
    const timers = removals.current;
    return () => timers.forEach(clearTimeout);
  }, []);

  const toast = useCallback((message: ToastMessage) => {
    next.current += 1;
    dispatch({ do: 'show', toast: { ...message, id: next.current } });
  }, []);
  const dismiss = (id: number) => {
    dispatch({ do: 'dismiss', id });
    removals.current.add(setTimeout(() => dispatch({ do: 'remove', id }), TOAST_REMOVE_DELAY));
  };

  return (
    <ToastContext value={useMemo(() => ({ toast }), [toast])}>
      {children}
      <Radix.Provider swipeDirection="right" swipeThreshold={50} duration={TOAST_DURATION}>
        {shown.map((one) => (
          <ToastCard key={one.id} toast={one} onClose={() => dismiss(one.id)} />
        ))}
        <Radix.Viewport
          hotkey={['F8']}
          className="fixed inset-x-0 top-3 z-50 mx-auto flex w-full max-w-[440px] flex-col gap-3 px-5 outline-none"
        />
      </Radix.Provider>
    </ToastContext>
  );
}

function ToastCard({ toast, onClose }: { toast: ShownToast; onClose: () => void }) {
  const failed = toast.kind === 'destructive';
  const Icon = failed ? CircleAlert : Info;
  return (
    <Radix.Root
      open={toast.open}
      onOpenChange={(open) => open || onClose()}
      {...(toast.duration === undefined ? {} : { duration: toast.duration })}
      data-kind={toast.kind ?? 'plain'}
      className={classes(
        'toast flex items-start gap-3 rounded-card bg-panel p-4 shadow-lift',
        failed ? 'outline-2 outline-air-fill' : 'outline-[1.5px] outline-rim',
      )}
    >
      <Icon aria-hidden size={22} className={classes('mt-0.5 shrink-0', failed && 'text-err')} />
      <div className="grow">
        <Radix.Title className="font-bold">{toast.title}</Radix.Title>
        {toast.description && (
          <Radix.Description className="text-soft">{toast.description}</Radix.Description>
        )}
      </div>
      <Radix.Close
        aria-label="Close"
        className="-m-2 grid size-11 shrink-0 place-items-center rounded-well"
      >
        <X aria-hidden size={22} />
      </Radix.Close>
    </Radix.Root>
  );
}

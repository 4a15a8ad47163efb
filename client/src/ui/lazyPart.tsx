import {
  type ComponentType,
  type ReactNode,
  useEffect,
  useState,
  useSyncExternalStore,
} from 'react';
import { Button } from './Button.tsx';
import { onFirstUse } from './onFirstUse.ts';
import { createStore } from './store.ts';

type Loaded<Props> = { default: ComponentType<Props> };
type Ways<Props> = {
  fallback?: ReactNode;
  Failed?: ComponentType<Props & FailedProps>;
};

export type FailedProps = {
  retry: () => void;
  isRetrying: boolean;
  failures: number;
  /** It failed twice while online, as after a deploy removed its file: only a reload helps. */
  isGone: boolean;
};

/**
 * A part of a page that loads in its own file. `React.lazy` would keep a failure for ever; this
 * asks again when it is next shown or opened, at `load`, and when the connection comes back.
 */
export function lazyPart<Props extends object>(
  load: () => Promise<Loaded<Props>>,
  { fallback = null, Failed = NotLoaded }: Ways<Props> = {},
) {
  const unasked = { Part: null as ComponentType<Props> | null, isLoading: false, failures: 0 };
  const { get, set, subscribe } = createStore(unasked);

  function ask(): void {
    if (get().Part || get().isLoading) return;
    set({ ...get(), isLoading: true });
    load().then(
      ({ default: Part }) => set({ ...get(), Part, isLoading: false }),
      (error: unknown) => {
        console.warn('A part of the page did not load', error);
        set({ ...get(), isLoading: false, failures: get().failures + 1 });
      },
    );
  }

  function Lazy(props: Props) {
    const { Part, isLoading, failures } = useSyncExternalStore(subscribe, get, () => unasked);
    const [before] = useState(failures);
    // A sheet stays mounted while it is closed.
    const isOpen = 'open' in props && Boolean(props.open);
    // biome-ignore lint/correctness/useExhaustiveDependencies: asks again each time it opens
    useEffect(() => {
      ask();
      window.addEventListener('online', ask);
      return () => window.removeEventListener('online', ask);
    }, [isOpen]);
    if (Part) return <Part {...props} />;
    if (failures === before) return fallback;
    const isGone = failures > 1 && navigator.onLine;
    return <Failed {...props} {...{ retry: ask, isRetrying: isLoading, failures, isGone }} />;
  }

  return Object.assign(Lazy, {
    load: ask,
    /** Run it as an effect of the page that may need the part next. */
    loadBeforeUse: () => onFirstUse(() => isSavingData() || whenIdle(ask)),
  });
}

const isSavingData = () =>
  'connection' in navigator && Boolean(Reflect.get(Object(navigator.connection), 'saveData'));

/** Safari has no `requestIdleCallback`. */
const whenIdle = (act: () => void) =>
  'requestIdleCallback' in window ? requestIdleCallback(act) : setTimeout(act);

export function NotLoaded({ retry, isRetrying, isGone }: FailedProps) {
  return (
    <p role="alert" className="flex flex-wrap items-center gap-x-4 font-semibold">
      That didn’t load.
      <Button
        kind="quiet"
        pending={isRetrying}
        onClick={isGone ? () => window.location.reload() : retry}
      >
        {isGone ? 'Reload the page' : 'Try again'}
      </Button>
    </p>
  );
}

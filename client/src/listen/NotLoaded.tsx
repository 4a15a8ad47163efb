import { ErrorState } from '../ui/ErrorState.tsx';

/** In a sheet whose code could not be loaded: the player goes on without it. */
export function NotLoaded() {
  return (
    <ErrorState title="This didn’t load">
      Reload the page once you’re back online. The sound plays on until then.
    </ErrorState>
  );
}

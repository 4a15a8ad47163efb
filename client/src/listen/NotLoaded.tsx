import { ErrorState } from '../ui/ErrorState.tsx';

/** In a sheet whose code could not be loaded: the player goes on without it. */
export function NotLoaded() {
  return (
    <ErrorState title="This did not load">
      Reload the page once the connection is back. The sound goes on until then.
    </ErrorState>
  );
}

import { Button } from '../ui/Button.tsx';
import { Page } from '../ui/Page.tsx';

export function NotFoundPage() {
  return (
    <Page title="Page not found" className="pt-11">
      <h1>Nothing is playing at this address</h1>
      <p className="mt-4 mb-7 text-lead text-soft">
        The page you asked for does not exist, or has moved.
      </p>
      <Button kind="main" href="/">
        Go to the start
      </Button>
    </Page>
  );
}

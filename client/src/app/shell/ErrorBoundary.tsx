import { Component, type ReactNode } from 'react';
import { useSales } from '../../api/sales.ts';
import { Button } from '../../ui/Button.tsx';
import { Page } from '../../ui/Page.tsx';

export class ErrorBoundary extends Component<{ children: ReactNode }, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  override componentDidCatch(error: unknown) {
    console.error(error);
  }

  override render() {
    if (!this.state.failed) return this.props.children;
    return <Broken />;
  }
}

function Broken() {
  const sells = useSales();
  return (
    <Page title="Something went wrong" className="pt-2">
      <h1>That wasn’t in the script</h1>
      <p className="mt-3 mb-7 text-lead text-soft">
        Something on this page broke. {sells ? 'What you’ve bought is' : 'Your episodes are'} safe.
      </p>
      <div className="grid gap-4 sm:flex">
        <Button kind="main" onClick={() => window.location.reload()}>
          Reload
        </Button>
        {/* A full page load, because the broken state is still in memory. */}
        <a
          href="/"
          className="button inline-flex min-h-12 items-center justify-center rounded-button px-5 text-center text-body leading-tight font-bold select-none"
        >
          Go home
        </a>
      </div>
    </Page>
  );
}

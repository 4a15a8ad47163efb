import { useState } from 'react';
import { Button } from '../../ui/Button.tsx';
import { copyText } from '../../ui/copyText.ts';

/** `; wv)` marks a page shown inside any Android app. */
const APPS = /Instagram|FB(AN|AV|_IAB)|musical_ly|BytedanceWebview|TikTok|\bLine\/|; wv\)/;

/** Google refuses to sign anyone in inside an app's browser. */
export const isInsideApp = (userAgent: string): boolean => APPS.test(userAgent);

export function OutsideOnly() {
  const [copied, setCopied] = useState<'yes' | 'by hand' | null>(null);
  const copy = async () => setCopied((await copyText(window.location.href)) ? 'yes' : 'by hand');
  return (
    <div className="flex flex-col gap-3">
      <p className="text-center text-meta text-soft">
        Google can’t be used inside this app. Open this page in your browser for that.
      </p>
      {copied === 'by hand' && (
        <p className="well px-4 py-3 text-meta [overflow-wrap:anywhere] select-all">
          {window.location.href}
        </p>
      )}
      <Button wide onClick={copy}>
        {copied === 'yes' ? 'Copied' : 'Copy the link'}
      </Button>
      <p role="status" className="text-center text-meta text-soft empty:hidden">
        {copied === 'yes' && 'Paste it into your browser.'}
        {copied === 'by hand' && 'This app won’t let us copy. Press and hold the link above.'}
      </p>
    </div>
  );
}

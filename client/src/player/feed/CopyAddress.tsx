import { useState } from 'react';
import { Button } from '../../ui/Button.tsx';
import { copyText } from '../../ui/copyText.ts';

export function CopyAddress({ feedUrl, main }: { feedUrl: string; main?: boolean }) {
  const [copied, setCopied] = useState<string | null>(null);
  const [byHand, setByHand] = useState(false);

  async function copy() {
    if (await copyText(feedUrl)) setCopied(feedUrl);
    else setByHand(true);
  }

  return (
    <div className="flex flex-col gap-3">
      <p className="well px-4 py-3 text-meta [overflow-wrap:anywhere] select-all">{feedUrl}</p>
      <Button
        kind={main ? 'main' : 'plain'}
        wide={main}
        className={main ? undefined : 'self-start'}
        onClick={copy}
      >
        {copied === feedUrl ? 'Copied' : 'Copy address'}
      </Button>
      <p role="status" className="text-meta text-soft empty:hidden">
        {byHand && 'This browser won’t let us copy. Press and hold the address above.'}
        {copied === feedUrl && 'Paste it where your app asks for a show by its address.'}
      </p>
    </div>
  );
}

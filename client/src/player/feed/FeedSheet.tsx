import { useQuery } from '@tanstack/react-query';
import { ChevronRight } from 'lucide-react';
import { encode } from 'uqr';
import { Link } from 'wouter';
import { feedQuery } from '../../api/account.ts';
import { QueryError } from '../../api/QueryError.tsx';
import { Sheet } from '../../ui/Sheet.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { CopyAddress } from './CopyAddress.tsx';

type FeedSheetProps = { open: boolean; onClose: () => void };

export default function FeedSheet({ open, onClose }: FeedSheetProps) {
  const feed = useQuery(feedQuery);
  const feedUrl = feed.data;
  return (
    <Sheet
      open={open}
      onClose={onClose}
      title="Listen in your podcast app"
      footer={feedUrl && <CopyAddress feedUrl={feedUrl} main />}
    >
      <p className="text-soft">
        Add your private feed once, and every episode you make turns up there. It’s private: no
        directory lists it.
      </p>
      {feedUrl && (
        <div className="mt-5 flex items-center gap-7">
          <Apps feedUrl={feedUrl} />
          <ScanWithPhone />
        </div>
      )}
      {feed.isPending && <Skeleton className="mt-5 h-56 rounded-card!" />}
      {feed.isLoadingError && (
        <QueryError title="We couldn’t fetch your feed’s address" query={feed} />
      )}
      <p className="mt-5 text-meta text-soft">
        Anyone with the address can listen. If it falls into the wrong hands,{' '}
        <Link
          href="/dashboard?panel=account"
          className="inline-block py-1 text-ink underline underline-offset-4"
        >
          change it in your account
        </Link>
        .
      </p>
    </Sheet>
  );
}

/** Opens this sheet on the phone, where the podcast app is; the code holds no secret. */
function ScanWithPhone() {
  return (
    <figure className="w-45 shrink-0 text-center max-md:hidden">
      <div className="size-45">
        <QrCode
          text={`${location.origin}/dashboard?panel=feed`}
          label="Scan this with a phone to open the page there"
        />
      </div>
      <figcaption className="mt-2 text-meta text-soft">
        Scan it with the phone you listen on.
      </figcaption>
    </figure>
  );
}

/** Modules of empty space that scanners need around a code. */
const QUIET_ZONE = 4;

/** Dark on light in both themes, as not every scanner reads the reverse. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const { data, size } = encode(text, { ecc: 'M', border: QUIET_ZONE });
  const modules = data.flatMap((row, y) =>
    row.flatMap((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : [])),
  );
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
      className="size-full rounded-well bg-lens"
    >
      <path d={modules.join('')} fill="var(--on-fill)" />
    </svg>
  );
}

function Apps({ feedUrl }: { feedUrl: string }) {
  return (
    <ul className="min-w-0 grow border-b border-line">
      {appsFor(feedUrl).map(({ name, where, href }) => (
        <li key={name} className="border-t border-line">
          <a
            href={href}
            rel="noreferrer"
            className="flex min-h-14 items-center justify-between gap-4 rounded-chip py-2"
          >
            <span>
              <strong className="block">{name}</strong>{' '}
              <span className="text-meta text-soft">{where}</span>
            </span>
            <ChevronRight aria-hidden size={22} className="shrink-0 text-soft" />
          </a>
        </li>
      ))}
    </ul>
  );
}

/**
 * Sources: the Podlove Subscribe Button's clients (Apple, Overcast, Pocket Casts), Pocket Casts'
 * tests (`IntentUtil.getPodloveUrl`), AntennaPod's documentation ("Add on AntennaPod"). The links
 * of Apple and Pocket Casts omit the feed's scheme.
 */
export function appsFor(feedUrl: string): { name: string; where: string; href: string }[] {
  const bare = feedUrl.replace(/^https?:\/\//, '');
  const whole = encodeURIComponent(feedUrl);
  return [
    { name: 'Apple Podcasts', where: 'iPhone, iPad, Mac', href: `podcast://${bare}` },
    { name: 'Overcast', where: 'iPhone', href: `overcast://x-callback-url/add?url=${whole}` },
    { name: 'Pocket Casts', where: 'iPhone, Android', href: `pktc://subscribe/${bare}` },
    {
      name: 'AntennaPod',
      where: 'Android',
      href: `https://antennapod.org/deeplink/subscribe?url=${whole}`,
    },
  ];
}

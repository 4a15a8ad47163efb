import { type ReactNode, useState } from 'react';
import { mark } from '#shared/brand.ts';
import { classes } from '../ui/classes.ts';

type CoverProps = {
  /** Null for an old episode without one; undefined until it is known. */
  url: string | null | undefined;
  className: string;
  /** Replaces a missing cover; the two Ds do otherwise. */
  children?: ReactNode;
};

export function Cover({ url, className, children }: CoverProps) {
  const [broken, setBroken] = useState<string | null>(null);
  const isMissing = url === null || (url !== undefined && url === broken);
  return (
    <div
      aria-hidden
      className={classes(
        'grid aspect-square shrink-0 place-items-center overflow-hidden bg-panel shadow-lift',
        className,
      )}
    >
      {isMissing &&
        (children ?? (
          <svg viewBox="0 0 48 32" role="presentation" className="w-3/5">
            <path fill="var(--a-fill)" d={mark.a} />
            <path fill="var(--b-fill)" d={mark.b} />
            <path fill="var(--lens)" d={mark.lens} />
          </svg>
        ))}
      {url && !isMissing && (
        <img
          src={url}
          alt=""
          width="1400"
          height="1400"
          loading="lazy"
          decoding="async"
          onError={() => setBroken(url)}
          className="size-full object-cover"
        />
      )}
    </div>
  );
}

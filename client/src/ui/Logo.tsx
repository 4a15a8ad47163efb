import { brand } from '#shared/brand.ts';

/** Two Ds and their lens; with the name beside it unless `mark` alone is asked for. */
export function Logo({ height = 27, mark = false }: { height?: number; mark?: boolean }) {
  return (
    <span className="inline-flex items-center gap-2.5">
      <svg viewBox="0 0 48 32" height={height} width={height * 1.5} aria-hidden="true">
        <path fill="var(--a-fill)" d="M5 2H16a14 14 0 0 1 0 28H5a3 3 0 0 1-3-3V5a3 3 0 0 1 3-3Z" />
        <path
          fill="var(--b-fill)"
          d="M43 2H32a14 14 0 0 0 0 28H43a3 3 0 0 0 3-3V5a3 3 0 0 0-3-3Z"
        />
        <path fill="var(--lens)" d="M24 4.51a14 14 0 0 1 0 22.98a14 14 0 0 1 0-22.98Z" />
      </svg>
      {mark ? (
        <span className="sr-only">{brand.name}</span>
      ) : (
        <span className="font-display leading-none" style={{ fontSize: height * 0.82 }}>
          {brand.name}
        </span>
      )}
    </span>
  );
}

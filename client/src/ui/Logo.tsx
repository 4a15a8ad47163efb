import { brand, mark as shape } from '#shared/brand.ts';

export function Logo({ height = 27, mark = false }: { height?: number; mark?: boolean }) {
  return (
    <span className="inline-flex items-center gap-2.5">
      <svg viewBox="0 0 48 32" height={height} width={height * 1.5} aria-hidden="true">
        <path fill="var(--a-fill)" d={shape.a} />
        <path fill="var(--b-fill)" d={shape.b} />
        <path fill="var(--lens)" d={shape.lens} />
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

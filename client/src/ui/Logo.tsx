import { brand, mark } from '#shared/brand.ts';

export function Logo({ height = 27 }: { height?: number }) {
  return (
    <span className="inline-flex items-center gap-2.5">
      <svg viewBox="0 0 48 32" height={height} width={height * 1.5} aria-hidden="true">
        <path fill="var(--a-fill)" d={mark.a} />
        <path fill="var(--b-fill)" d={mark.b} />
        <path fill="var(--lens)" d={mark.lens} />
      </svg>
      <span className="font-display leading-none" style={{ fontSize: height * 0.82 }}>
        {brand.name}
      </span>
    </span>
  );
}

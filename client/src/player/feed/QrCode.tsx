import { encode } from 'uqr';

/** Modules of empty space that scanners need around a code. */
const QUIET_ZONE = 4;

type QrCodeProps = { text: string; label: string };

/** Dark on light in both themes, as not every scanner reads the reverse. */
export function QrCode({ text, label }: QrCodeProps) {
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

import { colours } from '../../shared/brand.ts';
import { shareUpTo } from '../talk/reference.ts';

/** `gaps` are ms; `factor` is how much longer than the reference they should be. */
export interface MeasuredGaps {
  tone: string;
  factor: number;
  gaps: number[];
}

const BIN = 50;
const BINS = 28;
const CELL = { width: 320, height: 190, left: 16, base: 150, top: 34 };
const COLUMNS = 3;
/** The height of the plot is this share of all gaps in one bin. */
const FULL = 0.2;

export function gapChartOf(tones: MeasuredGaps[]): string {
  const rows = Math.ceil(tones.length / COLUMNS);
  const [width, height] = [COLUMNS * CELL.width, rows * CELL.height + 24];
  const style = [0, 1].map((scheme) => {
    const of = (name: 'ink' | 'soft' | 'line' | 'ground' | 'a-fill') => colours[name][scheme];
    return `text{fill:${of('ink')}}.soft{fill:${of('soft')}}.axis{stroke:${of('line')}}.ground{fill:${of('ground')}}.bar{fill:${of('a-fill')}}.real{stroke:${of('ink')};fill:none;stroke-width:1.5}`;
  });
  const plots = tones.map((tone, index) => {
    const x = (index % COLUMNS) * CELL.width;
    const y = Math.floor(index / COLUMNS) * CELL.height;
    return `<g transform="translate(${x} ${y})">${plotOf(tone)}</g>`;
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" font-family="system-ui, sans-serif" font-size="12" role="img" aria-label="Gaps between turns by tone, beside real talk">
<style>${style[1]}@media (prefers-color-scheme: dark){${style[0]}}</style>
<rect class="ground" width="${width}" height="${height}" rx="8"/>
${plots.join('\n')}
<text class="soft" x="${width - 12}" y="${height - 8}" text-anchor="end">bars: heard in our files; line: people, at the tone’s pace</text>
</svg>
`;
}

function plotOf({ tone, factor, gaps }: MeasuredGaps): string {
  const step = (CELL.width - 2 * CELL.left) / BINS;
  const heightOf = (share: number) => (share / FULL) * (CELL.base - CELL.top);
  const bins = Array.from({ length: BINS }, (_, bin) => {
    const from = bin * BIN;
    const share = gaps.filter((gap) => gap >= from && gap < from + BIN).length / gaps.length;
    const real = shareUpTo((from + BIN) / factor) - shareUpTo(from / factor);
    return { x: CELL.left + bin * step, share, real };
  });
  const bars = bins.map(({ x, share }) => {
    const height = heightOf(share);
    return `<rect class="bar" x="${x.toFixed(1)}" y="${(CELL.base - height).toFixed(1)}" width="${(step - 1).toFixed(1)}" height="${height.toFixed(1)}"/>`;
  });
  const line = bins
    .map(
      ({ x, real }, i) =>
        `${i ? 'L' : 'M'}${(x + step / 2).toFixed(1)} ${(CELL.base - heightOf(real)).toFixed(1)}`,
    )
    .join('');
  const marks = [0, 500, 1000].map(
    (at) =>
      `<text class="soft" x="${CELL.left + (at / BIN) * step}" y="${CELL.base + 16}">${at ? `${at / 1000} s` : '0'}</text>`,
  );
  return `<text x="${CELL.left}" y="22">${tone} <tspan class="soft">${gaps.length} gaps</tspan></text>${bars.join('')}<path class="real" d="${line}"/><path class="axis" d="M${CELL.left} ${CELL.base}H${CELL.width - CELL.left}"/>${marks.join('')}`;
}

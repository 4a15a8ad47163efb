import { colours } from '../../shared/brand.ts';
import { type Figure, goalOf, isMet, measuredOf } from '../figures.ts';
import { shareUpTo } from '../talk/reference.ts';

const ROW = 30;
const TOP = 46;
/** x of the bars' start, and the length of the bar of a figure that just meets its goal. */
const LEFT = 470;
const FULL = 260;
const WIDTH = 1000;

/**
 * 1 just meets the goal, less is better. For a range, the distance from its middle. Null without a
 * goal or a value, and for negative limits (decibels).
 */
export function usedOf({ value, goal }: Figure): number | null {
  if (!goal || value === null) return null;
  if ('atMost' in goal && goal.atMost < 0) return null;
  if ('atMost' in goal) return goal.atMost === 0 ? Number(value > 0) : value / goal.atMost;
  if ('atLeast' in goal) return goal.atLeast / value;
  const [least, most] = goal.between;
  return Math.abs(value - (least + most) / 2) / ((most - least) / 2);
}

export function chartOf(areas: { area: string; figures: Figure[] }[]): string {
  const rows = areas.flatMap(({ area, figures }) =>
    figures.filter(({ goal }) => goal).map((figure) => ({ area, figure })),
  );
  const height = TOP + rows.length * ROW + 10;
  const bars = rows.map(({ area, figure }, index) => {
    const y = TOP + index * ROW;
    const used = usedOf(figure);
    const length = Math.max(2, Math.min(1.4, used ?? 0) * FULL);
    const kind = isMet(figure) ? 'good' : 'bad';
    const bar =
      used === null
        ? ''
        : `<rect class="${kind}" x="${LEFT}" y="${y + 4}" width="${length.toFixed(1)}" height="14" rx="3"/>`;
    const { note: _, ...bare } = figure;
    const words = inXml(`${measuredOf(bare)} (${goalOf(figure)})`);
    return `<text x="10" y="${y + 16}"><tspan class="soft">${area}</tspan> ${inXml(figure.name)}</text>${bar}<text class="soft" x="${WIDTH - 10}" y="${y + 16}" text-anchor="end">${words}</text>`;
  });
  const style = (of: Colours) =>
    `text{fill:${of('ink')}}.soft{fill:${of('soft')}}.line{stroke:${of('line')}}.ground{fill:${of('ground')}}.good{fill:${of('b-fill')}}.bad{fill:${of('err')}}`;
  const body = `<text x="${LEFT + FULL}" y="28" text-anchor="middle" class="soft">the goal</text>
<path class="line" d="M${LEFT + FULL} ${TOP - 8}V${height - 8}" stroke-dasharray="3 4"/>
${bars.join('\n')}`;
  const label = 'Each figure beside its goal';
  return drawing({ width: WIDTH, height, fontSize: 13, label }, style, body);
}

function inXml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
}

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
const FULL_SHARE = 0.2;

export function gapChartOf(tones: MeasuredGaps[]): string {
  const rows = Math.ceil(tones.length / COLUMNS);
  const [width, height] = [COLUMNS * CELL.width, rows * CELL.height + 24];
  const style = (of: Colours) =>
    `text{fill:${of('ink')}}.soft{fill:${of('soft')}}.axis{stroke:${of('line')}}.ground{fill:${of('ground')}}.bar{fill:${of('a-fill')}}.real{stroke:${of('ink')};fill:none;stroke-width:1.5}`;
  const plots = tones.map((tone, index) => {
    const x = (index % COLUMNS) * CELL.width;
    const y = Math.floor(index / COLUMNS) * CELL.height;
    return `<g transform="translate(${x} ${y})">${plotOf(tone)}</g>`;
  });
  const body = `${plots.join('\n')}
<text class="soft" x="${width - 12}" y="${height - 8}" text-anchor="end">bars: heard in our files; line: people, at the tone’s pace</text>`;
  const label = 'Gaps between turns by tone, beside real talk';
  return drawing({ width, height, fontSize: 12, label }, style, body);
}

function plotOf({ tone, factor, gaps }: MeasuredGaps): string {
  const step = (CELL.width - 2 * CELL.left) / BINS;
  const heightOf = (share: number) => (share / FULL_SHARE) * (CELL.base - CELL.top);
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

type Colours = (name: keyof typeof colours) => string | undefined;

/** An SVG in the colours of the light and of the dark scheme. */
function drawing(
  {
    width,
    height,
    fontSize,
    label,
  }: Record<'width' | 'height' | 'fontSize', number> & { label: string },
  style: (of: Colours) => string,
  body: string,
): string {
  const [dark, light] = [0, 1].map((scheme) => style((name) => colours[name][scheme]));
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" font-family="system-ui, sans-serif" font-size="${fontSize}" role="img" aria-label="${label}">
<style>${light}@media (prefers-color-scheme: dark){${dark}}</style>
<rect class="ground" width="${width}" height="${height}" rx="8"/>
${body}
</svg>
`;
}

import { colours } from '../../shared/brand.ts';
import { type Figure, goalOf, isMet, measuredOf } from '../figures.ts';

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
  const [ink, soft, line, ground, good, bad] = (
    ['ink', 'soft', 'line', 'ground', 'b-fill', 'err'] as const
  ).map((name) => colours[name]);
  const style = [0, 1].map((scheme) => {
    const of = (pair: readonly string[] | undefined) => pair?.[scheme];
    return `text{fill:${of(ink)}}.soft{fill:${of(soft)}}.line{stroke:${of(line)}}.ground{fill:${of(ground)}}.good{fill:${of(good)}}.bad{fill:${of(bad)}}`;
  });
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
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" font-family="system-ui, sans-serif" font-size="13" role="img" aria-label="Each figure beside its goal">
<style>${style[1]}@media (prefers-color-scheme: dark){${style[0]}}</style>
<rect class="ground" width="${WIDTH}" height="${height}" rx="8"/>
<text x="${LEFT + FULL}" y="28" text-anchor="middle" class="soft">the goal</text>
<path class="line" d="M${LEFT + FULL} ${TOP - 8}V${height - 8}" stroke-dasharray="3 4"/>
${bars.join('\n')}
</svg>
`;
}

function inXml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
}

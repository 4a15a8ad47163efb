import type { AdminPodcast } from '#shared/admin.ts';
import { clock } from '../ui/clock.ts';
import { Details } from './Details.tsx';

/** How the finished file measured: what was promised is 5 % of length, −16 LUFS and −1 dBTP. Older ones lack some. */
export function QualityCard({ episode }: { episode: AdminPodcast }) {
  const { quality, durationSeconds } = episode;
  if (durationSeconds === null && !quality) return null;
  const { lengthError: off, loudness, truePeak: peak, talkBalance: balance } = quality ?? {};
  const { repetition, longestMonologue: monologue, linesAskedAgain } = quality ?? {};
  return (
    <Details
      of={[
        ['Measured length', durationSeconds === null ? null : clock(durationSeconds)],
        ['Off the bought minutes', off == null ? null : `${(off * 100).toFixed(1)} %`],
        ['Loudness', loudness == null ? null : `${loudness.toFixed(1)} LUFS`],
        ['True peak', peak == null ? null : `${peak.toFixed(1)} dBTP`],
        [
          'Talk, first and second host',
          balance == null ? null : `${percent(balance)} and ${percent(1 - balance)}`,
        ],
        ['Said before', repetition == null ? null : percent(repetition)],
        ['Longest without the other', monologue == null ? null : clock(monologue)],
        ['Lines spoken again', linesAskedAgain ?? null],
      ]}
    />
  );
}

const percent = (share: number) => `${Math.round(share * 100)} %`;

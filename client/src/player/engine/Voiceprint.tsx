import { useId, useMemo } from 'react';
import { drawVoice, seedOf } from '#shared/wave.ts';

type VoiceprintProps = {
  id: string;
  low?: boolean | undefined;
  /** Sets the colour of the played part. */
  side?: 'A' | 'B' | undefined;
  /** Fraction played, 0 to 1. */
  played?: number | undefined;
  className?: string | undefined;
};

const WIDTH = 78;
const HEIGHT = 34;

export function Voiceprint(props: VoiceprintProps) {
  const { id, low = false, side = 'A', played = 0, className } = props;
  const clip = useId();
  const path = useMemo(
    () => drawVoice({ seed: seedOf(id), width: WIDTH, height: HEIGHT, hump: low ? 14 : 7 }),
    [id, low],
  );
  return (
    <svg aria-hidden width={WIDTH} height={HEIGHT} className={className}>
      <path d={path} fill="var(--rim)" />
      <clipPath id={clip}>
        <rect width={WIDTH * played} height={HEIGHT} />
      </clipPath>
      <path d={path} fill={side === 'A' ? 'var(--wa)' : 'var(--wb)'} clipPath={`url(#${clip})`} />
    </svg>
  );
}

import { useQuery } from '@tanstack/react-query';
import { type ReactNode, type SubmitEvent, useEffect, useRef, useState } from 'react';
import { useLocation } from 'wouter';
import { brand } from '#shared/brand.ts';
import { lengthLine, priceLine } from '#shared/pricing.ts';
import { transcriptQuery } from '../../api/listen.ts';
import { useSales } from '../../api/sales.ts';
import { samplesQuery } from '../../api/samples.ts';
import { voicesQuery } from '../../api/voices.ts';
import { playableOfSample } from '../../player/deck/playable.ts';
import { sessionOnDeck } from '../../player/deck/playNow.ts';
import { useDeck } from '../../player/deck/useDeck.ts';
import { useInSight } from '../../player/deck/useInSight.ts';
import { useRow } from '../../player/deck/useRow.ts';
import { PlayButton } from '../../player/engine/PlayButton.tsx';
import type { Player } from '../../player/engine/player.ts';
import { SpeakerMark } from '../../player/engine/SpeakerMark.tsx';
import { lastStarted } from '../../player/engine/started.ts';
import { usePlaying } from '../../player/engine/usePlaying.ts';
import { Wave } from '../../player/engine/Wave.tsx';
import { Button } from '../../ui/Button.tsx';
import { StatusBadge } from '../../ui/StatusBadge.tsx';
import { TextField } from '../../ui/TextField.tsx';
import { margins } from './Section.tsx';
import { castShowcase } from './Showcase.tsx';

const [firstWord, ...otherWords] = brand.tagline.split(' ');
const example = 'Why does the sea glow at night?';

export function Hero() {
  const [topic, setTopic] = useState('');
  const [, navigate] = useLocation();
  // Takes over what was typed before hydration.
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => setTopic(field.current?.value ?? ''), []);
  const asked = topic.trim();
  const start = (event: SubmitEvent) => {
    event.preventDefault();
    navigate(asked ? `/create?topic=${encodeURIComponent(asked)}` : '/create');
  };
  const demos = useQuery(samplesQuery).data;
  const sample = demos?.samples[0] ?? null;
  const playable = sample && playableOfSample(sample);
  const row = useRow(playable);
  const session = useDeck();
  const own = useInSight(sessionOnDeck(playable, session));
  const isOn = row.state !== 'idle';
  const sells = useSales();
  // Without names until the catalogue is known.
  const [host, , other] = castShowcase(useQuery(voicesQuery).data?.voices ?? []);

  const quote = (
    <div className="flex flex-col gap-3 lg:flex-row lg:justify-center lg:gap-22">
      <Line side="A" name={host?.name}>
        Hold on. It glows <em>on purpose?</em>
      </Line>
      <Line side="B" name={other?.name}>
        It’s a burglar alarm{host && `, ${host.name}`}.
      </Line>
    </div>
  );

  return (
    <section aria-label={brand.tagline}>
      <div className={margins}>
        <div className="@container">
          <h1 className="isolate pt-6 pb-1 leading-[.8] whitespace-nowrap lg:pt-9">
            <span className="block text-[20.57cqw] text-da">{firstWord} </span>
            <span className="-mt-[.276em] block text-[17.57cqw] text-db [mix-blend-mode:var(--blend)]">
              {otherWords.join(' ')}
            </span>
          </h1>
        </div>
        <div className="mt-7 grid items-center gap-x-11 gap-y-5 lg:mt-16 lg:grid-cols-[1fr_480px]">
          <p className="max-w-[24em] text-lead lg:self-end lg:text-[1.5rem] lg:text-balance">
            Type what you can’t stop wondering. Two AI hosts sit down, talk it through, and{' '}
            {sells ? 'send you the tape' : 'you keep the tape'}.
          </p>
          <form action="/create" onSubmit={start} className="flex flex-col gap-3 lg:row-span-2">
            <TextField
              ref={field}
              label="What are we talking about?"
              labelHidden
              name="topic"
              autoComplete="off"
              enterKeyHint="go"
              placeholder={example}
              value={topic}
              onChange={(event) => setTopic(event.target.value)}
            />
            <Button type="submit" kind="main" wide>
              Get Started
            </Button>
            <p className="mt-3 text-center text-meta text-balance text-soft">
              {sells ? priceLine() : lengthLine()}
            </p>
          </form>
          {/* Keeps its space, so that nothing moves when the demo arrives. */}
          <div
            ref={own}
            className="flex min-h-17 min-w-0 items-center gap-4 max-lg:mt-4 lg:col-start-1 lg:row-start-2"
          >
            {!sample && demos && demos.recording > 0 && (
              <p className="text-meta">
                <StatusBadge>The first demo is being recorded</StatusBadge>
              </p>
            )}
            {sample && (
              <>
                <PlayButton name={sample.title} size={56} state={row.state} onToggle={row.toggle} />
                <div className="min-w-0 leading-snug">
                  <p dir="auto" className="line-clamp-2 font-bold">
                    {sample.title}
                  </p>
                  {row.state === 'failed' ? (
                    <p role="alert" className="text-meta font-semibold text-err">
                      That didn’t start. Try again.
                    </p>
                  ) : (
                    <p className="text-meta text-soft">
                      Listen in: {sample.voice1Name} and {sample.voice2Name},{' '}
                      {inMinutes(sample.durationSeconds)}
                    </p>
                  )}
                </div>
              </>
            )}
          </div>
        </div>
      </div>

      <figure className="mt-3 pb-11 lg:mt-14 lg:pb-18">
        {sample && isOn ? (
          <Wave
            seed={sample.token}
            wave={sample.wave}
            height={104}
            played={row.fraction}
            head="ink"
            className="lg:h-[168px]!"
          />
        ) : (
          <Wave
            seed={asked || example}
            height={104}
            className="left-1/2 w-[1600px] -translate-x-1/2 lg:h-[168px]!"
          />
        )}
        <figcaption className={`${margins} mt-5 min-h-34 lg:min-h-24`}>
          {sample && session && isOn ? (
            <CurrentLine url={sample.transcriptUrl} player={session.player}>
              {quote}
            </CurrentLine>
          ) : (
            quote
          )}
        </figcaption>
      </figure>
    </section>
  );
}

function inMinutes(seconds: number): string {
  const minutes = Math.max(1, Math.round(seconds / 60));
  return `${minutes} minute${minutes === 1 ? '' : 's'}`;
}

type CurrentLineProps = { url: string; player: Player; children: ReactNode };

/** Announces nothing, as the line can be heard; its children are shown until a line is known. */
function CurrentLine({ url, player, children }: CurrentLineProps) {
  const segments = useQuery(transcriptQuery(url)).data?.segments ?? [];
  const line = segments[usePlaying(player, ({ time }) => lastStarted(segments, time))];
  if (!line) return children;
  return (
    <div
      key={line.startTime}
      className="mx-auto transition-opacity duration-[180ms] lg:max-w-[58rem] starting:opacity-0"
    >
      <Line side={line.side} name={line.speaker}>
        <span dir="auto" className="line-clamp-4">
          {line.body}
        </span>
      </Line>
    </div>
  );
}

type LineProps = { side: 'A' | 'B'; name: string | undefined; children: ReactNode };

function Line({ side, name, children }: LineProps) {
  return (
    <div className={side === 'B' ? 'pl-8.5 lg:pl-0' : ''}>
      <p
        className={`flex min-h-6 items-center gap-2 font-bold ${side === 'A' ? 'text-a' : 'text-b'}`}
      >
        <SpeakerMark side={side} />
        {name}
      </p>
      <p className="text-lead lg:text-[1.5rem]">{children}</p>
    </div>
  );
}

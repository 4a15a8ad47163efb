import { useQuery } from '@tanstack/react-query';
import { type SubmitEvent, useEffect, useRef, useState } from 'react';
import { useLocation } from 'wouter';
import { brand } from '#shared/brand.ts';
import { lengthLine, priceLine } from '#shared/pricing.ts';
import { useSales } from '../../api/sales.ts';
import { samplesQuery } from '../../api/samples.ts';
import { voicesQuery } from '../../api/voices.ts';
import { playableOfSample } from '../../player/deck/playable.ts';
import { sessionOnDeck } from '../../player/deck/playNow.ts';
import { useDeck } from '../../player/deck/useDeck.ts';
import { useInSight } from '../../player/deck/useInSight.ts';
import { useRow } from '../../player/deck/useRow.ts';
import { Wave } from '../../player/engine/Wave.tsx';
import { Button } from '../../ui/Button.tsx';
import { TextField } from '../../ui/TextField.tsx';
import { CurrentLine, Line } from './CurrentLine.tsx';
import { castShowcase } from './casting.ts';
import { createPath } from './createPath.ts';
import { ListenIn } from './ListenIn.tsx';
import { margins } from './Section.tsx';

const example = 'Why does the sea glow at night?';

export function Hero() {
  const [topic, setTopic] = useState('');
  const [, navigate] = useLocation();
  // Takes over what was typed before hydration.
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => setTopic(field.current?.value ?? ''), []);
  const start = (event: SubmitEvent) => {
    event.preventDefault();
    navigate(createPath(topic));
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
        <Headline />
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
          <ListenIn ref={own} sample={sample} recording={(demos?.recording ?? 0) > 0} row={row} />
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
            seed={topic.trim() || example}
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

function Headline() {
  const [first, ...rest] = brand.tagline.split(' ');
  return (
    <div className="@container">
      <h1 className="isolate pt-6 pb-1 leading-[.8] whitespace-nowrap lg:pt-9">
        <span className="block text-[20.57cqw] text-da">{first} </span>
        <span className="-mt-[.276em] block text-[17.57cqw] text-db [mix-blend-mode:var(--blend)]">
          {rest.join(' ')}
        </span>
      </h1>
    </div>
  );
}

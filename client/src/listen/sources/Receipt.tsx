import type { Transcript } from '#shared/script.ts';
import { SpeakerMark } from '../../player/engine/SpeakerMark.tsx';
import { classes } from '../../ui/classes.ts';
import type { Claim, Mark } from './marks.ts';
import { PageLink, SourceAbout } from './SourceAbout.tsx';
import { STRENGTH_WORDS } from './sourceText.ts';

type ReceiptProps = { mark: Mark; segment: Transcript['segments'][number] | undefined };

export default function Receipt({ mark, segment }: ReceiptProps) {
  const { source, number, claims } = mark;
  return (
    <div className="flex flex-col gap-5">
      {segment && <Said segment={segment} />}
      <div>
        <SourceAbout source={source} number={number} />
        <ul className="mt-4 flex flex-col gap-5">
          {claims.map((claim) => (
            <li key={claim.fact}>
              <Words claim={claim} />
            </li>
          ))}
        </ul>
      </div>
      {source.licence && (
        <p className="text-meta text-soft">Words from Wikipedia, under {source.licence}.</p>
      )}
      <PageLink
        source={source}
        className="button flex min-h-12 items-center justify-center gap-3 rounded-button px-5 text-center font-bold"
      />
    </div>
  );
}

function Said({ segment: { side, speaker, body } }: { segment: Transcript['segments'][number] }) {
  return (
    <div>
      <p
        className={classes('flex items-center gap-2 font-bold', side === 'A' ? 'text-a' : 'text-b')}
      >
        <SpeakerMark side={side} /> {speaker}
      </p>
      <p dir="auto" className="text-soft [overflow-wrap:anywhere]">
        {body}
      </p>
    </div>
  );
}

function Words({ claim: { quote, strength } }: { claim: Claim }) {
  return (
    <>
      {quote === null ? (
        <p>Only the listener who brought it can see its words.</p>
      ) : (
        <blockquote dir="auto" className="well px-4 py-3 text-lead [overflow-wrap:anywhere]">
          “{quote}”
        </blockquote>
      )}
      <p className="mt-2 font-bold">{STRENGTH_WORDS[strength]}</p>
    </>
  );
}

import { BriefCard } from './BriefCard.tsx';
import { isEmpty } from './brief.ts';
import type { OrderControl } from './form.ts';
import { TopicField } from './TopicField.tsx';
import { useBrief } from './useBrief.ts';

/** The topic, and what we hear in it. */
export function TopicSection({ control }: { control: OrderControl }) {
  const { brief, change, news, readNow } = useBrief(control);
  return (
    <div>
      <TopicField control={control} notice={brief?.notice ?? null} onLeave={readNow} />
      <p role="status" className="sr-only">
        {news}
      </p>
      {brief && !isEmpty(brief) && (
        <BriefCard key={brief.topic} brief={brief} onChange={change} isNew={news !== ''} />
      )}
    </div>
  );
}

import type { PreviewRequest } from '#shared/previews.ts';
import { briefOf } from '../brief.ts';
import {
  ASPECTS,
  type Aspect,
  type Beginning,
  type DraftValues,
  type KeptPreview,
} from '../draft.ts';

export function beginningOf(values: DraftValues): Beginning {
  const { topic, sources, onlyTheseSources, voice1Id, voice2Id, tone, style } = values;
  const brief = briefOf(values);
  const briefParts = brief && [brief.questions.map(({ text }) => text), brief.level, brief.avoid];
  return {
    topic: topic.trim(),
    sources: [...sources, String(onlyTheseSources)].join('\n'),
    brief: briefParts ? JSON.stringify(briefParts) : '',
    voices: [voice1Id, voice2Id].join('\n'),
    tone,
    style,
  };
}

export function requestOf(values: DraftValues): PreviewRequest {
  const { topic, tone, style, duration, voice1Id, voice2Id, sources, onlyTheseSources, channel } =
    values;
  const brief = briefOf(values);
  const choices = { topic: topic.trim(), tone, style, duration, voice1Id, voice2Id };
  return { ...choices, sources, onlyTheseSources, channel, ...(brief && { brief }) };
}

/** Ids, A first. */
export const voicesOf = ({ voices }: Beginning): string[] => voices.split('\n');

export function changesSince({ of }: KeptPreview, values: DraftValues): Aspect[] {
  const now = beginningOf(values);
  return ASPECTS.filter((aspect) => of[aspect] !== now[aspect]);
}

export function fittingPreview(values: DraftValues): string | undefined {
  const { keptPreview: kept } = values;
  return kept && changesSince(kept, values).length === 0 ? kept.id : undefined;
}

const NAMES: Record<Aspect, string> = {
  topic: 'the topic',
  sources: 'your sources',
  brief: 'the questions',
  voices: 'the voices',
  tone: 'the tone',
  style: 'the style',
};

export function sayChanges(changes: Aspect[], isEdited: boolean): string {
  // A changed topic or source changes the questions, too.
  const named = changes.filter(
    (aspect) => aspect !== 'brief' || !changes.some((it) => it === 'topic' || it === 'sources'),
  );
  // British English puts no comma before “and”.
  const what = new Intl.ListFormat('en-GB').format(named.map((aspect) => NAMES[aspect]));
  const isOnlyBrief = what === NAMES.brief && !isEdited;
  const said = isOnlyBrief ? 'We’ve heard what you want to know.' : `You changed ${what}.`;
  return `${said} Hear how it starts now?`;
}

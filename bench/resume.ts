import { readdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import { openBuyer } from '../server/testing/buyer.ts';
import { eventually } from '../server/testing/eventually.ts';
import type { Running } from '../server/testing/processes.ts';
import type { Call } from '../server/testing/tcpProxy.ts';
import { tagsOf } from '../server/writing/script/deliveryTags.ts';
import type { Purchase } from '../standins/purchaseLog.ts';
import { pairAt } from './customer.ts';
import type { Figure, Result } from './figures.ts';
import { faster, type Stage } from './stage.ts';

/** A 10-minute episode has more lines than this. */
const LINES = 85;
/** A take is decoded, cut into its lines and handed to the upload within this time, ms. */
const CUTTING = 1000;

interface Crash {
  /** At the kill: spoken lines in the episode log, and takes in flight. */
  spoken: number;
  inFlight: number;
  committedBoughtAgain: number;
  lost: number;
  finishedAskedAgain: number;
  /** From the kill until another instance has taken the episode over, seconds. */
  takenOver: number;
}

export async function measureResume(stage: Stage, quick: boolean): Promise<Result> {
  // Calls still last long enough for a kill in the middle of them.
  await stage.setSpeeds(faster(4));
  const crashes: Crash[] = [];
  const start = () => stage.startProduct({ RESEARCH: 'web' });
  let instances = [await start(), await start()];
  for (let crash = 0; crash < (quick ? 1 : 3); crash++) {
    const lines = Math.floor(Math.random() * LINES);
    console.log(`Killing the working instance after ${lines} lines`);
    const { left, measured } = await crashAt(lines, instances, stage);
    crashes.push(measured);
    instances = [...left, await start()];
  }
  await Promise.all(instances.map((instance) => instance.end('SIGTERM')));
  return {
    area: 'resume',
    figures: figuresOf(crashes),
    notes: [
      `${crashes.length} kills at random points of a 10-minute episode, the stand-ins four times as fast; a second instance stands by. Purchases are from the stand-ins' purchase log.`,
    ],
    details: crashes,
  };
}

function figuresOf(crashes: Crash[]): Figure[] {
  const each = (of: (crash: Crash) => number) => crashes.map(of).join(', ');
  const worst = (name: string, of: (crash: Crash) => number): Figure => ({
    name,
    value: Math.max(...crashes.map(of)),
    unit: '',
    goal: { atMost: 0 },
  });
  return [
    worst('committed lines bought again', (crash) => crash.committedBoughtAgain),
    {
      ...worst('takes lost beyond those in flight at the kill', ({ lost, inFlight }) =>
        Math.max(0, lost - inFlight),
      ),
      note: `lost ${each(({ lost }) => lost)}; in flight ${each(({ inFlight }) => inFlight)}`,
    },
    worst(
      'searches and calls to the model for what was finished',
      (crash) => crash.finishedAskedAgain,
    ),
    {
      ...worst('another instance carries on after', ({ takenOver }) => takenOver),
      unit: 's',
      goal: { atMost: 30 },
    },
  ];
}

async function crashAt(lines: number, instances: Running[], stage: Stage) {
  const { url } = instances[0] as Running;
  const buyer = await openBuyer(url, stage);
  const voices = pairAt(await buyer.voices(), 0);
  const seen = (await stage.purchases()).length;
  const order = { topic: 'Why the sea glows at night', minutes: 10, voices };
  const { publicId } = await buyer.buy(order);
  await eventually(
    `${lines} lines are spoken`,
    async () => spokenOf(await stateOf(publicId, stage)).length >= lines,
    300,
  );
  const victim = await eventually('somebody is at work', () => holderOf(instances));
  await pause(Math.random() * 300);

  const killedAt = Date.now();
  await victim.end('SIGKILL');
  const dead = Date.now();
  const underWay = stage.proxy.calls.filter(
    ({ began, ended }) => began <= dead && (ended ?? dead) >= killedAt,
  );
  // A take that is being cut, or whose clips are being uploaded, counts as in flight too.
  const uploads = stage.proxy.calls.filter(isUpload);
  const cut = stage.proxy.calls.filter(
    (call) => isTake(call) && isCut(call, killedAt) && !uploads.some(isBehind(call)),
  );
  const inFlight = underWay.filter(isTake).length + cut.length + Number(underWay.some(isUpload));
  const before = await stateOf(publicId, stage);
  await eventually(
    'another instance takes over',
    async () => (await stateOf(publicId, stage)).lease > before.lease,
    120,
  );
  const takenOver = (Date.now() - killedAt) / 1000;
  // From the database, as the instance that the buyer used may be dead.
  await eventually(
    'the episode is delivered',
    async () => {
      const { status } = await stateOf(publicId, stage);
      if (status === 'failed') throw new Error('the episode failed');
      return status === 'completed';
    },
    600,
  );
  const entries = (await stage.purchases()).slice(seen);
  // What was bought between the signal and the death may still have been committed.
  const after = entries.filter(({ at }) => Date.parse(at) > dead);
  const { lines: written } = await stateOf(publicId, stage);
  const measured: Crash = {
    spoken: spokenOf(before).length,
    inFlight,
    committedBoughtAgain: committedAmong(after, spokenOf(before), written),
    lost: lostTakes(entries, written),
    finishedAskedAgain: after.filter(isFinished(before)).length,
    takenOver,
  };
  return { left: instances.filter((instance) => instance !== victim), measured };
}

const isTake = ({ path }: Call) => path.includes('/text-to-dialogue/');
const isCut = ({ ended }: Call, at: number) => ended !== null && ended < at && ended > at - CUTTING;
const isBehind = (take: Call) => (upload: Call) => upload.began >= (take.ended ?? Infinity);
const isUpload = ({ method, path }: Call) => method === 'PUT' && path.includes('/clips/');

interface State {
  status: string;
  lease: number;
  sections: number;
  hasOutline: boolean;
  hasSearched: boolean;
  isRead: boolean;
  lines: Line[];
}
interface Line {
  voice: string;
  text: string;
  isSpoken: boolean;
}

const spokenOf = ({ lines }: State) => lines.filter(({ isSpoken }) => isSpoken);

async function stateOf(publicId: string, { pool }: Stage): Promise<State> {
  const { rows } = await pool.query(
    `select id, status, lease, sections_written as sections, outline is not null as "hasOutline",
       pages_found is not null as "hasSearched", researched_at is not null as "isRead"
     from podcasts where public_id = $1`,
    [publicId],
  );
  const { id, ...state } = rows[0] as { id: number } & Omit<State, 'lines'>;
  const { rows: lines } = await pool.query(
    `select case speaker when 'A' then voice1_id else voice2_id end as voice, text,
       state = 'spoken' as "isSpoken"
     from podcast_lines join podcasts on podcasts.id = podcast_id where podcast_id = $1`,
    [id],
  );
  return { ...state, lines };
}

/** The process that produces an episode has a folder for it, whose name contains the pid. */
async function holderOf(instances: Running[]): Promise<Running | undefined> {
  const names = await readdir(tmpdir());
  return instances.find(({ pid }) =>
    names.some((name) => name.startsWith(`duologue-work-${pid}-`)),
  );
}

function isFinished({ sections, hasOutline, hasSearched, isRead }: State) {
  return (entry: Purchase) => {
    if (entry.kind === 'search') return hasSearched;
    if (entry.kind !== 'llm') return false;
    if (entry.call === 'outline') return hasOutline;
    if (entry.call === 'facts') return isRead;
    return (entry.section ?? sections) < sections;
  };
}

/** The takes in which each line was bought, in order; lines are told apart by voice and text. */
function takesOf(entries: Purchase[]): Map<string, (string | null)[]> {
  const takes = new Map<string, (string | null)[]>();
  for (const entry of entries) {
    if (entry.kind !== 'speech') continue;
    const key = keyOf({ voice: entry.voiceId, text: tagsOf(entry.text).text });
    takes.set(key, [...(takes.get(key) ?? []), entry.take]);
  }
  return takes;
}

const keyOf = ({ voice, text }: Pick<Line, 'voice' | 'text'>) => `${voice} ${text}`;

/** How often lines spoken at the kill were bought after it. Two lines can have the same words. */
function committedAmong(after: Purchase[], spoken: Line[], written: Line[]): number {
  const count = (lines: Line[], key: string) => lines.filter((line) => keyOf(line) === key).length;
  return [...takesOf(after)]
    .filter(([key]) => count(spoken, key) > 0)
    .map(([key, takes]) => takes.length - (count(written, key) - count(spoken, key)))
    .reduce((sum, tooMany) => sum + Math.max(0, tooMany), 0);
}

function lostTakes(entries: Purchase[], written: Line[]): number {
  const lost = [...takesOf(entries)].flatMap(([key, takes]) =>
    takes.slice(0, -written.filter((line) => keyOf(line) === key).length),
  );
  return new Set(lost).size;
}

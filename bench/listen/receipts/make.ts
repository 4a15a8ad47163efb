import { type Buyer, openBuyer } from '../../../server/testing/buyer.ts';
import { eventually } from '../../../server/testing/eventually.ts';
import { collect } from './collect.ts';
import type { ReceiptsEpisode } from './episode.ts';
import { minutesOf, type NumberedOrder } from './listenerOrders.ts';
import type { Setup } from './setup.ts';

/** Episodes at once; one is given up after `LONGEST` seconds. */
const AT_ONCE = 4;
const LONGEST = 1800;

/** Share of lines that are spoilt, and share of lines of which the reader says the opposite. */
export const PLANTS = 0.3;
export const READER_ERROR = 0.05;

export async function makeAll(
  wanted: NumberedOrder[],
  setup: Setup,
  keep: (episode: ReceiptsEpisode, index: number) => Promise<void>,
): Promise<void> {
  const groups = Map.groupBy(wanted, ({ writer, isHostile = false }) => `${writer} ${isHostile}`);
  // The smaller groups come first, so that an interrupted run has something of each kind.
  for (const group of [...groups.values()].toSorted((one, other) => one.length - other.length)) {
    const [{ writer, isHostile } = {}] = group;
    const search = isHostile ? 'hostile' : 'usual';
    await setup.stage.setFaults({
      openai: { writer: writer ?? 'plain', search, plants: PLANTS, readerError: READER_ERROR },
    });
    // The long ones come first, so that the run does not end with one of them alone.
    const waiting = group.toSorted((one, other) => minutesOf(other) - minutesOf(one));
    const work = async () => {
      const buyer = await openBuyer(setup.product.url, setup.stage);
      for (let order = waiting.shift(); order; order = waiting.shift()) {
        await keep(await make(order, buyer, setup), order.index);
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, work)).catch((cause) => {
      const said = setup.product.output();
      throw new Error(`An episode was not made; the product said:\n${said}`, { cause });
    });
  }
}

async function make(order: NumberedOrder, buyer: Buyer, setup: Setup): Promise<ReceiptsEpisode> {
  const { topic, index, links = [], text, onlyThese = false } = order;
  const minutes = minutesOf(order);
  const { url } = setup.stage.standins;
  const sources: string[] = [];
  for (const link of links) sources.push(await attachLink(`${url}/web${link}`, buyer));
  if (text) sources.push(await buyer.attach({ text }));
  const listed = await buyer.voices();
  const voice = (place: number) => listed[place % listed.length] ?? '';
  const voices: [string, string] = [voice(3 * index), voice(3 * index + 1)];
  const ordered = new Date().toISOString();
  const brief = await buyer.readTopic(topic);
  const { publicId } = await buyer.buy({
    topic,
    minutes,
    voices,
    sources,
    onlyTheseSources: onlyThese,
    ...(brief && { brief }),
  });
  await buyer.delivered(publicId, LONGEST);
  return collect({ ...order, minutes, publicId, voices, ordered }, buyer, setup);
}

/** Tries as often as it takes: on a busy machine a page may be refused as too slow. */
function attachLink(url: string, buyer: Buyer): Promise<string> {
  return eventually(`${url} is read`, () => buyer.attach({ url }).catch(() => null), LONGEST);
}

// `npm run voices`: the voices of the ElevenLabs account, and which of them are on sale.
// `npm run voices -- --fill 70`: what it takes to have 70 on sale; with `--yes` it is done.
import '../server/app/env.ts';
import { parseArgs } from 'node:util';
import { command } from './command.ts';
import { elevenlabsLibrary } from './voices/library.ts';
import { openStock, type Stock } from './voices/stock.ts';
import { dollars, withProduction } from './withProduction.ts';

const usage = 'Usage: npm run voices, or npm run voices -- --fill 70 [--yes]';

command(async (readConfig) => {
  const options = {
    fill: { type: 'string' },
    yes: { type: 'boolean', default: false },
  } as const;
  const { values } = parseArgs({ options });
  const { yes } = values;
  const target = values.fill === undefined ? null : Number(values.fill);
  if (target !== null && !(Number.isInteger(target) && target > 0)) throw new Error(usage);
  const config = readConfig();
  for (const ending of ['SIGINT', 'SIGTERM'] as const) {
    process.once(ending, () =>
      stop.abort(new Error('Stopped. Run it again to continue from here.')),
    );
  }
  return withProduction(config, async ({ models, speakers, providers, ...shop }) => {
    if (!speakers.account || !providers.elevenlabs) {
      throw new Error('Voices are stocked only at ElevenLabs: a speech server has its own.');
    }
    const set = await models.refresh(stop.signal);
    console.log(`With ${set.speech} as ${set.format}:`);
    const narrator = speakers.account.narrator(set);
    const library = elevenlabsLibrary(providers.elevenlabs);
    const stock = openStock({ ...shop, narrator, library });
    if (target === null) return listed(await stock.list(stop.signal));
    return filled(stock, target, yes);
  });
});

const stop = new AbortController();

function listed(voices: Awaited<ReturnType<Stock['list']>>): string {
  const onSale = voices.filter(({ why }) => why === null).length;
  return [
    ...voices.map(({ id, name, why }) => `${id}  ${name}: ${why ?? 'on sale'}`),
    `${onSale} of the account’s ${voices.length} voices are on sale.`,
  ].join('\n');
}

async function filled(stock: Stock, target: number, yes: boolean): Promise<string> {
  const plan = await stock.plan(target, stop.signal);
  const { missing, candidates, cost } = plan;
  if (!missing) return `${target} voices have been heard already.`;
  const toAdd = candidates.filter(({ library }) => library).length;
  console.log(
    `${missing} voices are missing. ${candidates.length} may speak, ${toAdd} of them from the Voice Library. ` +
      `Their samples cost ${dollars(cost)}.`,
  );
  if (!yes) {
    return `Nothing was bought. Say so with: npm run voices -- --fill ${target} --yes`;
  }
  const { onSale, added, refused, stopped, spent } = await stock.fill(plan, stop.signal);
  return [
    ...refused.map(({ name, why }) => `${name} does not speak: ${why}`),
    ...(stopped ? [stopped] : []),
    `${onSale} voices are on sale; ${added} were added, ${dollars(spent)} were spent.`,
  ].join('\n');
}

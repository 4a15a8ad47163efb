// `npm run check:providers`: looks at our account at every provider, one line each: in order, or what
// to do about it. Costs nothing; `-- --buy` also tries what costs money, and says its price first.
import '../server/app/env.ts';
import { parseArgs, styleText } from 'node:util';
import type { ModelSet } from '#shared/models.ts';
import { chooseProviders, openSoundStorage } from '../server/app/providers.ts';
import { openSpeakers } from '../server/app/speakers.ts';
import { lazily } from '../server/base/kit/lazily.ts';
import { smtpMailer } from '../server/mail/email/smtpMailer.ts';
import type { Finding } from '../server/operator/checks/check.ts';
import { checksOf, redactionOf, termsOf } from '../server/operator/checks/checks.ts';
import { runChecks } from '../server/operator/checks/run.ts';
import { openSigner } from '../server/people/auth/signer.ts';
import { openDecoder } from '../server/sound/mix/decode.ts';
import { bestFormat } from '../server/sound/speech/format.ts';
import { type Config, readConfig } from '../server/supply/config/config.ts';
import { openPriceList } from '../server/supply/costs/priceList.ts';
import { defaults, overrule } from '../server/supply/scriptModels/scriptModels.ts';
import { runCheck } from './command.ts';

type Accounts = Awaited<ReturnType<typeof chooseProviders>>;

/** The longest wait for one provider, ms. */
const DEADLINE = { free: 60_000, buy: 600_000 };

async function main(): Promise<boolean> {
  const { values } = parseArgs({ options: { buy: { type: 'boolean', default: false } } });
  const config = readConfig(process.env);
  // Stand-ins are the running product's, or those of `npm run standins`.
  const standinsUrl = config.standinsUrl ?? `http://127.0.0.1:${config.port}/standins`;
  const accounts = await chooseProviders({ ...config, standinsUrl }, config.port);
  const models = lazily(() => modelsOf(config, accounts));
  try {
    if (values.buy) {
      const prices = openPriceList(config.ownPrices);
      sayPrice(termsOf(await models(), config, prices).price, config);
    }
    const publicUrl = config.publicUrl ?? `http://localhost:${config.port}`;
    // Signs nothing, as the database holds the secret of links.
    const signer = openSigner('', 'stored file');
    const settings = {
      config,
      accounts,
      publicUrl,
      ...(await openSoundStorage({ s3: accounts.s3, dataDir: config.dataDir, signer })),
      mailer: accounts.smtp && smtpMailer(accounts.smtp),
      decode: openDecoder(config.ffmpegPath),
      models,
      onBought: () => {},
    };
    const deadline = values.buy ? DEADLINE.buy : DEADLINE.free;
    const { signal } = new AbortController();
    const findings = await runChecks(
      checksOf(settings),
      { redact: redactionOf(settings), deadline },
      { buy: values.buy, signal },
    );
    for (const finding of findings) console.log(lineOf(finding));
    const todo = findings.filter(({ ok }) => !ok).length;
    console.log(todo ? `\n${todo} of ${findings.length} to fix.` : '\nAll in order.');
    return todo === 0;
  } finally {
    await accounts.close();
  }
}

/** The default models, as the command does not read the database. */
async function modelsOf(config: Config, accounts: Accounts): Promise<ModelSet> {
  const { account } = openSpeakers(config, accounts, { decode: openDecoder(config.ffmpegPath) });
  // Whatever keeps us from asking is also a finding of the checks.
  const plan = await account?.credits(AbortSignal.timeout(DEADLINE.free)).catch(() => null);
  return overrule({ ...defaults, format: bestFormat(plan?.tier ?? null) }, config.models);
}

function sayPrice(price: number, { spendingCap }: Config): void {
  const dollars = price / 1_000_000;
  if (spendingCap !== null && dollars > spendingCap) {
    throw new Error(
      `It would cost up to $${dollars.toFixed(2)}, and SPENDING_CAP is $${spendingCap}.`,
    );
  }
  console.log(`With purchases: it costs up to $${dollars.toFixed(2)}.\n`);
}

function lineOf({ ok, provider, sentence }: Finding): string {
  const sign = ok ? styleText('green', 'ok') : styleText('red', '!!');
  return `${sign}  ${provider.padEnd(11)}${sentence}`;
}

runCheck(main);

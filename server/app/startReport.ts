import path from 'node:path';
import type { Config } from '../supply/config/config.ts';
import { type ProviderName, providers } from '../supply/config/environment.ts';

export function reportStart(
  config: Config,
  address: string,
  ffmpeg: { version: string; source: string },
): string[] {
  const { house, speechServer } = config;
  const uses = house ? useInHouse : use;
  const rows: [string, string | null][] = names().map((name) => [name, uses(config, name)]);
  if (speechServer)
    rows.push(['Speech server', `${speechServer.model} at ${speechServer.baseUrl}`]);
  rows.push(['ffmpeg', `${ffmpeg.version} (${ffmpeg.source})`]);
  const mounted = config.standins.length > 0 && !config.standinsUrl && !config.production;
  const within = house ? 'The stand-ins' : 'Mailbox, demo payments and faults';
  return [
    `\nDuologue is ready at ${address}`,
    ...(house
      ? [`Nothing is sold here: ${house.minutesAMonth} minutes a month for each account.`]
      : []),
    '',
    ...rows.flatMap(([name, state]) => (state ? [`  ${name.padEnd(15)}${state}`] : [])),
    ...(mounted ? [`\n${within}: ${address}/standins`] : []),
    '\nPress Ctrl-C to stop.',
  ];
}

/** `setupCode` is null once there is an account. */
export function reportAccounts(
  { adminEmails, smtp, firebase }: Config,
  address: string,
  setupCode: string | null,
): string[] {
  const first = `
There is no account yet. Make the first one, which will be an admin's, with the setup code ${setupCode} at
${address}/auth?tab=register`;
  const unproven = `
ADMIN_EMAILS makes nobody an admin here: without emails and Google, no address can be confirmed.
Use npm run admin -- grant EMAIL.`;
  return [
    ...(setupCode ? [first] : []),
    ...(adminEmails.length && !smtp && !firebase ? [unproven] : []),
  ];
}

const names = () => Object.keys(providers) as ProviderName[];
const needsOf = (name: ProviderName) => providers[name].needs.join(', ');

function use(config: Config, name: ProviderName): string {
  if (config.standins.includes(name)) {
    const standin = name === 'PostgreSQL' ? 'embedded' : 'stand-in';
    return `${standin}; to make it real set ${needsOf(name)}`;
  }
  const isAbsent = name === 'ElevenLabs' && config.speechServer && !config.elevenlabs.account;
  return isAbsent ? 'not used: the speech server speaks' : 'real';
}

/** A house does without some providers, with no stand-in; null for what it never has. */
function useInHouse(config: Config, name: ProviderName): string | null {
  const { databaseUrl, dataDir, s3, smtp, firebase, openai, models } = config;
  const orElse = (isReal: unknown, without: string) =>
    isReal ? 'real' : `${without} set ${needsOf(name)}`;
  switch (name) {
    case 'Paddle':
      return null;
    case 'OpenAI': {
      const address = openai.account?.baseUrl;
      return address ? `${models.script ?? 'its best model'} at ${address}` : use(config, name);
    }
    case 'PostgreSQL':
      return orElse(databaseUrl, `embedded, in ${path.join(dataDir, 'postgres')}; for your own`);
    case 'S3':
      return orElse(s3, `none: sound is in ${path.join(dataDir, 'sound')}; for a bucket`);
    case 'SMTP':
      return orElse(smtp, 'none: no emails are sent; to send them');
    case 'Firebase':
      return orElse(firebase, 'none: nobody signs in with Google; to let them');
    default:
      return use(config, name);
  }
}

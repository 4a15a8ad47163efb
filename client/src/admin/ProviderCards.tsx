import { useQuery } from '@tanstack/react-query';
import type { CreditsState } from '#shared/credits.ts';
import { FEATURES, type Feature } from '#shared/features.ts';
import type { ModelSet } from '#shared/models.ts';
import { creditsQuery, featuresQuery, modelsQuery, setFeature } from '../api/admin.ts';
import { useSales } from '../api/sales.ts';
import { Switch } from './actions.tsx';
import { dollars, formatUtcDate, number } from './format.ts';
import { AdminRow, type Detail, Details, Fetched, FlagNote, Moment, Part } from './parts.tsx';

export function CreditsCard() {
  const sells = useSales();
  const query = useQuery(creditsQuery);
  // A house may use other voices only.
  if (!sells && !query.data?.credits) return null;
  return (
    <Part title="ElevenLabs credits">
      <Fetched query={query} things="the credits">
        {({ credits }) =>
          credits ? (
            <Credits credits={credits} />
          ) : (
            <p className="text-meta text-soft">
              ElevenLabs hasn’t told us yet. We ask every hour; the API key needs permission to read
              User.
            </p>
          )
        }
      </Fetched>
    </Part>
  );
}

function Credits({ credits }: { credits: CreditsState }) {
  const sells = useSales();
  const { at, tier, left, limit, isLow, minutes, renewedAt, byUse } = credits;
  return (
    <>
      {isLow && (
        <p className="mb-2">
          <FlagNote>
            Few are left. Turn on usage-based billing, add credits or take a larger plan, or{' '}
            {sells ? 'sales' : 'the studio'} will pause.
          </FlagNote>
        </p>
      )}
      <Details
        items={[
          ['Plan', tier],
          ['Left', `${number(left)} of ${number(limit)}`],
          ['Good for, about', minutes === null ? null : `${number(minutes)} minutes`],
          ['Renewed on', renewedAt && formatUtcDate(renewedAt)],
          [
            'When they’re used up',
            byUse ? 'speech is billed by use' : sells ? 'sales pause' : 'the studio pauses',
          ],
          ['As of', <Moment key="at" at={at} />],
        ]}
      />
    </>
  );
}

export function ModelsCard() {
  return (
    <Part title="Models">
      <Fetched query={useQuery(modelsQuery)} things="the models">
        {({ models: { current, price } }) => <Details items={modelDetails(current, price)} />}
      </Fetched>
    </Part>
  );
}

const modelDetails = ({ script, speech, format }: ModelSet, price: number): Detail[] => [
  ['Script', script],
  ['Voices', speech],
  ['Sound', format],
  ['Cost of 10 minutes, about', dollars(price)],
];

/** What each does, and what happens when it is off. */
const featureWords = (sells: boolean): Record<Feature, [name: string, off: string]> => ({
  briefs: [
    'Topics are read as they are typed',
    `When off, topics aren’t read and nothing is spent on it. ${sells ? 'Orders go ahead' : 'Episodes are made'} without a brief.`,
  ],
  memory: [
    'Episodes know what an account has heard',
    'When off, they don’t, for anyone. Each account keeps its own choice.',
  ],
  previews: [
    `${sells ? 'Visitors' : 'People'} can hear how an episode starts`,
    `When off, there are no previews and nothing is spent on them.${sells ? ' Orders placed with one still start with it.' : ''}`,
  ],
  research: [
    'Episodes are read up on',
    `When off, neither the web nor Wikipedia is searched, and nothing is spent on it. Episodes rest on what ${sells ? 'buyers' : 'people'} add and what the model knows.`,
  ],
  sources: [
    `${sells ? 'Buyers' : 'People'} can add sources`,
    'When off, no links, texts or PDFs can be added. Those added before are still used.',
  ],
});

export function FeaturesCard() {
  const words = featureWords(useSales());
  return (
    <Part title="Features">
      <Fetched query={useQuery(featuresQuery)} things="the features">
        {({ features }) => (
          <ul>
            {FEATURES.map((feature) => {
              const [name, off] = words[feature];
              const action = { ...setFeature(feature), failed: 'Nothing was changed' };
              return (
                <li key={feature} className="border-t border-line first:border-t-0">
                  <AdminRow
                    title={name}
                    aside={<Switch label={name} on={features[feature]} action={action} />}
                  >
                    {off}
                  </AdminRow>
                </li>
              );
            })}
          </ul>
        )}
      </Fetched>
    </Part>
  );
}

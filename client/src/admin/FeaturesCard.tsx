import { useQuery } from '@tanstack/react-query';
import { FEATURES, type Feature } from '#shared/features.ts';
import { featuresQuery, setFeature } from '../api/admin.ts';
import { useSales } from '../api/sales.ts';
import { AdminRow } from './AdminRow.tsx';
import { Part } from './Details.tsx';
import { Fetched } from './Fetched.tsx';
import { Switch } from './Switch.tsx';

type Words = { name: string; off: string };

const WORDS: Record<Feature, Words> = {
  briefs: {
    name: 'Topics are read as they are typed',
    off: 'When off, topics aren’t read and nothing is spent on it. Orders go ahead without a brief.',
  },
  memory: {
    name: 'Episodes know what an account has heard',
    off: 'When off, they don’t, for anyone. Each account keeps its own choice.',
  },
  previews: {
    name: 'Visitors can hear how an episode starts',
    off: 'When off, there are no previews and nothing is spent on them. Orders placed with one still start with it.',
  },
  research: {
    name: 'Episodes are read up on',
    off: 'When off, neither the web nor Wikipedia is searched, and nothing is spent on it. Episodes rest on what buyers add and what the model knows.',
  },
  sources: {
    name: 'Buyers can add sources',
    off: 'When off, no links, texts or PDFs can be added. Those added before are still used.',
  },
};

const HOUSE_WORDS: Partial<Record<Feature, Words>> = {
  briefs: {
    name: 'Topics are read as they are typed',
    off: 'When off, topics aren’t read and nothing is spent on it. Episodes are made without a brief.',
  },
  previews: {
    name: 'People can hear how an episode starts',
    off: 'When off, there are no previews and nothing is spent on them.',
  },
  research: {
    name: 'Episodes are read up on',
    off: 'When off, neither the web nor Wikipedia is searched, and nothing is spent on it. Episodes rest on what people add and what the model knows.',
  },
  sources: {
    name: 'People can add sources',
    off: 'When off, no links, texts or PDFs can be added. Those added before are still used.',
  },
};

export function FeaturesCard() {
  const query = useQuery(featuresQuery);
  return (
    <Part title="Features">
      <Fetched query={query} things="the features">
        {({ features }) => (
          <ul>
            {FEATURES.map((feature) => (
              <li key={feature} className="border-t border-line first:border-t-0">
                <FeatureRow feature={feature} isOn={features[feature]} />
              </li>
            ))}
          </ul>
        )}
      </Fetched>
    </Part>
  );
}

function FeatureRow({ feature, isOn }: { feature: Feature; isOn: boolean }) {
  const sells = useSales();
  const { name, off } = (!sells && HOUSE_WORDS[feature]) || WORDS[feature];
  const action = setFeature(feature);
  return (
    <AdminRow
      title={name}
      aside={<Switch label={name} on={isOn} action={action} failed="Nothing was changed" />}
    >
      {off}
    </AdminRow>
  );
}

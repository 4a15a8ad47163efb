import { useQuery } from '@tanstack/react-query';
import type { ModelSet, ModelsState } from '#shared/models.ts';
import { adoptModels, modelsQuery } from '../api/admin.ts';
import { useSales } from '../api/sales.ts';
import { Button } from '../ui/Button.tsx';
import { Details, Part } from './Details.tsx';
import { Fetched } from './Fetched.tsx';
import { dollars } from './format.ts';
import { useAdminAction } from './useAdminAction.ts';

export function ModelsCard() {
  const query = useQuery(modelsQuery);
  return (
    <Part title="Models">
      <Fetched query={query} things="the models">
        {({ models }) => <Chosen models={models} />}
      </Fetched>
    </Part>
  );
}

function Chosen({ models: { current, price, offered } }: { models: ModelsState }) {
  return (
    <>
      <Details items={modelDetails(current, price)} />
      {offered && (
        <Part title="The best your accounts have now">
          <Details
            items={[
              ...modelDetails(offered.models, offered.price),
              ['Voices tried with them', String(offered.voices)],
            ]}
          />
          <AdoptButton offered={offered} />
        </Part>
      )}
    </>
  );
}

function AdoptButton({ offered }: { offered: NonNullable<ModelsState['offered']> }) {
  const sells = useSales();
  const { models, whyNot } = offered;
  const action = useAdminAction({
    ...adoptModels,
    done: () => `New ${sells ? 'orders' : 'episodes'} are made with the better models`,
    failed: 'The models weren’t changed',
  });
  return (
    <div className="mt-3">
      <p id="adopt-models" className="mb-3 text-meta text-soft [overflow-wrap:anywhere]">
        {whyNot
          ? `${whyNot}.`
          : `${sells ? 'Orders placed before keep the models they were sold with' : 'Episodes started before keep their models'}. A line is written first, for a fraction of a cent.`}
      </p>
      <Button
        aria-disabled={whyNot !== null}
        aria-describedby="adopt-models"
        pending={action.isPending}
        pendingLabel="Trying them..."
        onClick={() => whyNot ?? action.start(models)}
      >
        {sells ? 'Sell with these' : 'Make episodes with these'}
      </Button>
    </div>
  );
}

function modelDetails({ script, speech, format }: ModelSet, price: number) {
  return [
    ['Script', script],
    ['Voices', speech],
    ['Sound', format],
    ['Cost of 10 minutes, about', dollars(price)],
  ] as const;
}

import { titles } from '#shared/pages.ts';
import { useConfig } from '../../api/config.ts';
import { useSales } from '../../api/sales.ts';
import { LegalPage, Section } from './LegalPage.tsx';
import { AttachedSources } from './privacy/AttachedSources.tsx';
import { Cookies } from './privacy/Cookies.tsx';
import { Counting } from './privacy/Counting.tsx';
import { HowLong } from './privacy/HowLong.tsx';
import { WhatWeKeep } from './privacy/WhatWeKeep.tsx';
import { WhoElse } from './privacy/WhoElse.tsx';
import { Seller, SupportAddress } from './seller.tsx';

export default function PrivacyPage() {
  const sells = useSales();
  const counts = Boolean(useConfig()?.pixelId);
  const kept =
    'We keep what it takes to make your episode and get it to you. We sell none of it, and';
  return (
    <LegalPage
      title={titles['/privacy']}
      lead={`${kept} ${counts ? 'nobody counts your visit unless you agree.' : 'nobody follows you around.'}`}
    >
      <Section id="who" title="Who is responsible for your data">
        <p>
          <Seller /> is “we” on this page. For anything about your data, write to <SupportAddress />
          .
        </p>
      </Section>
      <Section id="what" title="What we keep, and why">
        <WhatWeKeep />
      </Section>
      <Section id="how-long" title="How long we keep it">
        <HowLong />
      </Section>
      <Section id="who-else" title="Who else receives it">
        <WhoElse />
      </Section>
      <Section id="sources" title="What you add, and what we look up">
        <AttachedSources />
      </Section>
      <Section id="links" title="Links to episodes">
        <p>
          Anyone with the link to an episode can open it, without an account. The same goes for the
          address of your private feed, which you can change. We publish neither; who you send them
          to is up to you.
        </p>
      </Section>
      <Section id="cookies" title="Cookies">
        <Cookies />
      </Section>
      {counts && (
        <Section id="counting" title="Counting for advertising">
          <Counting />
        </Section>
      )}
      <Section id="rights" title="What you can ask of us">
        <p>
          You can ask to see your data, to have a copy, to have it corrected or deleted, or object
          to what we do with it. You can download your data and delete your account yourself, under
          Account on your dashboard. For anything else, write to <SupportAddress /> from your
          account’s email address; it costs nothing, and we answer within a month.
        </p>
        <p>
          Deleting takes the sound, the transcript and the text with it, and what it removes can’t
          be brought back. While an episode is being made
          {sells && ' or a refund is on its way'}, deletion waits until that’s settled.
        </p>
        <p>
          If you aren’t satisfied with our answer, you can complain to the data protection authority
          where you live.
        </p>
      </Section>
      <Section id="changes" title="When this page changes">
        <p>It changes when what we do changes. The current version is the one that applies.</p>
      </Section>
    </LegalPage>
  );
}

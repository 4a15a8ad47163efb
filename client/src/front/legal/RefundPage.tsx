import { titles } from '#shared/pages.ts';
import { Button } from '../../ui/Button.tsx';
import { LegalPage, Section, Seller, SupportAddress } from './LegalPage.tsx';

export default function RefundPage() {
  return (
    <LegalPage
      title={titles['/refund']}
      lead="14 days to change your mind, for any reason. If we can’t make it, your money goes back by itself."
      action={
        <Button kind="main" href="/contact" className="max-sm:w-full">
          Ask for a refund
        </Button>
      }
    >
      <Section id="any-reason" title="Within 14 days, for any reason">
        <p>
          You can have the full price of an episode back within 14 days of paying for it. You don’t
          have to say why, and it doesn’t matter whether you’ve listened.
        </p>
      </Section>
      <Section id="by-itself" title="When we can’t make it">
        <p>
          If we can’t make an episode, we ask Paddle right away to refund the full amount, and email
          you about it. You don’t have to do anything.
        </p>
      </Section>
      <Section id="how" title="How to ask">
        <p>
          Write to <SupportAddress />, from the email address you ordered with if you can, and say
          which episode you mean.
        </p>
        <p>
          You can also ask Paddle, who sent your receipt, at{' '}
          <a href="https://paddle.net">paddle.net</a>.
        </p>
        <p>
          Paddle.com is the merchant of record for all our orders, so the money comes from Paddle,
          the way you paid. Your bank may take a few days to show it.
        </p>
      </Section>
      <Section id="nothing-renews" title="Nothing to cancel">
        <p>
          You pay per episode, once. There is no subscription, so nothing renews. A free episode
          costs nothing, so there’s nothing to refund.
        </p>
      </Section>
      <Section id="rights" title="Your rights by law">
        <p>
          This promise comes on top of your rights by law, such as those you have when something you
          bought is faulty. Those don’t end after 14 days.
        </p>
      </Section>
      <Section id="who" title="Who promises this">
        <p>
          <Seller /> makes this promise for every episode ordered here, and stands by it.
        </p>
      </Section>
    </LegalPage>
  );
}

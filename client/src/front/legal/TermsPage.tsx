import { Link } from 'wouter';
import { brand } from '#shared/brand.ts';
import { titles } from '#shared/pages.ts';
import { DURATIONS, formatPrice, LIST_PRICE } from '#shared/pricing.ts';
import { LegalPage, Section, Seller, SupportAddress } from './LegalPage.tsx';

export default function TermsPage() {
  return (
    <LegalPage
      title={titles['/terms']}
      lead="You pay for one episode, we make one episode. Nothing renews. Here’s what each of us can count on."
    >
      <Section id="who" title="Who you’re dealing with">
        <p>
          <Seller /> is “we” on this page, and your agreement is with us. Write to us at{' '}
          <SupportAddress />.
        </p>
        <p>
          By using {brand.name} you agree to these terms. To buy, you must be old enough to enter
          into a contract where you live, or have a parent’s consent. Keep your password to
          yourself; anything done from your account counts as done by you.
        </p>
      </Section>
      <Section id="episode" title="What you get">
        <p>
          One episode on your topic, in English, with the two voices, the tone, the style and the
          length you choose. When it’s ready, a link to it goes to the email address of the order.
        </p>
        <p>
          Most episodes are ready in 8-12 minutes and longer ones take up to 20. That is what we
          usually see, not a deadline: the service may be interrupted, and we don’t promise that it
          never fails.
        </p>
      </Section>
      <Section id="price" title="What it costs">
        <p>You pay per episode, once. There is no subscription.</p>
        <ul>
          {DURATIONS.map((minutes) => (
            <li key={minutes}>
              {minutes} minutes: {formatPrice(LIST_PRICE[minutes])}
            </li>
          ))}
        </ul>
        <p>
          Prices are in US dollars, tax included. The total you see before you pay is what you pay.
          An order that isn’t paid within an hour expires and costs nothing.
        </p>
        <p>
          After your first purchase, one 10-minute episode is free. Discount codes can’t be combined
          with it and have no cash value.
        </p>
      </Section>
      <Section id="payment" title="Payment">
        <p>
          Our order process is conducted by our online reseller Paddle.com. Paddle.com is the
          merchant of record for all our orders: it takes the payment, accounts for the tax, sends
          the receipt and handles refunds.
        </p>
        <p>
          For the payment itself,{' '}
          <a href="https://www.paddle.com/legal/checkout-buyer-terms">Paddle’s buyer terms</a>{' '}
          apply.
        </p>
      </Section>
      <Section id="refunds" title="Refunds">
        <p>
          You can have your money back within 14 days of paying, and if we can’t make an episode, it
          goes back by itself. <Link href="/refund">Refunds</Link> explains how.
        </p>
      </Section>
      <Section id="ai" title="Made by AI">
        <p>
          The script and both voices are made by AI. The hosts are not real people. They are AI and
          can get things wrong: check what matters before you rely on it. An episode is not medical,
          legal or financial advice.
        </p>
        <p>
          The voices are stock voices that we license from ElevenLabs. We don’t clone anyone’s
          voice.
        </p>
        <p>
          Episodes are marked as made by AI, in the sound file, on the listen page and in the email
          that brings the link. Leave that mark in place when you share one.
        </p>
      </Section>
      <Section id="topics" title="Topics we refuse">
        <p>
          Topics are checked before you pay. A topic that asks for hatred, harassment, violence,
          sexual content, self-harm or help with a crime may be refused; a refused topic costs
          nothing. The check is automatic and can be wrong: write to us if it was.
        </p>
      </Section>
      <Section id="use" title="Fair use">
        <p>Please don’t</p>
        <ul>
          <li>
            use it to break the law or violate anyone’s rights, including copyright and privacy;
          </li>
          <li>pass an episode off as the words of real people, or use it to deceive;</li>
          <li>use it for fraud, spam or harassment;</li>
          <li>probe, overload, scrape or get around the service and its limits.</li>
        </ul>
        <p>
          Anyone who does so seriously or repeatedly, breaks these terms in another serious way, or
          doesn’t pay for what they bought may lose access to the service. We also close accounts to
          stop fraud or danger to others.
        </p>
      </Section>
      <Section id="ownership" title="Who owns what">
        <p>
          Your topic stays yours, and we use it only to make your episode. As far as the law and our
          providers allow, the episode is yours too: keep it, play it, share it. AI may say
          something similar to someone else. The service, its software and its name stay ours.
        </p>
      </Section>
      <Section id="liability" title="What we’re liable for">
        <p>
          We’re liable where the law says we must be, and nothing here takes away the rights you
          have as a consumer. Beyond that, we’re liable for no more than you paid for the episode in
          question, and not for decisions based on what the hosts said.
        </p>
      </Section>
      <Section id="changes" title="When these terms change">
        <p>The terms shown here when you place an order are the ones that apply to it.</p>
      </Section>
    </LegalPage>
  );
}

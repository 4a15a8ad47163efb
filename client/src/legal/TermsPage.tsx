import { Link } from 'wouter';
import { brand } from '#shared/brand.ts';
import { titles } from '#shared/pages.ts';
import { DURATIONS, formatPrice, LIST_PRICE } from '#shared/pricing.ts';
import { LegalPage, Section } from './LegalPage.tsx';
import { Seller, SupportAddress } from './seller.tsx';

export default function TermsPage() {
  return (
    <LegalPage
      title={titles['/terms']}
      lead="You pay for one episode, we make one episode. Nothing renews. Here is what each of us can count on."
    >
      <Section id="who" title="Who you deal with">
        <p>
          <Seller /> is “we” on this page, and your agreement is with us. Write to us at{' '}
          <SupportAddress />.
        </p>
        <p>
          By using {brand.name} you agree to these terms. To buy, you are old enough to make a
          contract where you live, or a parent has agreed. Keep your password to yourself; what is
          done from your account counts as yours.
        </p>
      </Section>
      <Section id="episode" title="What you get">
        <p>
          One episode on your topic, in English, with the two voices, the tone, the style and the
          length you choose. When it is ready, a link to it goes to the email address of the order.
        </p>
        <p>
          Most episodes are ready in 8-12 minutes and longer ones take up to 20. That is what we
          usually see, not a deadline: the service may be interrupted, and we do not promise that it
          never errs.
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
          An order that is not paid within an hour lapses and costs nothing.
        </p>
        <p>
          After your first purchase one 10-minute episode is free. Discount codes do not combine
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
          goes back by itself. <Link href="/refund">Refunds</Link> says how.
        </p>
      </Section>
      <Section id="ai" title="Made by AI">
        <p>
          The script and both voices are made by AI. The hosts are not real people, and they may
          err: check what matters before you rely on it. An episode is no medical, legal or
          financial advice.
        </p>
        <p>The voices are stock voices that we license from ElevenLabs. We clone nobody’s voice.</p>
        <p>
          Episodes are marked as made by AI, in the sound file, on the listen page and in the letter
          that brings the link. Leave that mark in place when you pass one on.
        </p>
      </Section>
      <Section id="topics" title="Topics we refuse">
        <p>
          Topics are checked before you pay. One that asks for hatred, harassment, violence, sexual
          content, self-harm or help with a crime may be refused; a refused topic costs nothing. The
          check is a machine’s and may be wrong: write to us if it was.
        </p>
      </Section>
      <Section id="use" title="Fair use">
        <p>Please do not</p>
        <ul>
          <li>break the law with it, or anyone’s rights, copyright and privacy included;</li>
          <li>pass an episode off as the words of real people, or use it to deceive;</li>
          <li>use it for fraud, spam or harassment;</li>
          <li>probe, overload, scrape or get around the service and its limits.</li>
        </ul>
        <p>
          Whoever seriously or repeatedly does, breaks these terms in another serious way, or does
          not pay for what they bought, may lose access to the service. We also close an account to
          stop fraud or a danger to others.
        </p>
      </Section>
      <Section id="ownership" title="Whose it is">
        <p>
          Your topic stays yours, and we use it only to make your episode. As far as the law and our
          providers let us, the episode is yours too: keep it, play it, share it. AI may say
          something similar to somebody else. The service, its software and its name stay ours.
        </p>
      </Section>
      <Section id="liability" title="What we answer for">
        <p>
          We answer for what the law says we must, and nothing here takes away the rights you have
          as a consumer. Beyond that, we answer for no more than you paid for the episode in
          question, and not for decisions made on the strength of what the hosts said.
        </p>
      </Section>
      <Section id="changes" title="When these terms change">
        <p>The terms that stand here when you place an order hold for that order.</p>
      </Section>
    </LegalPage>
  );
}

import { TrackingChoices } from '../../../api/tracking/TrackingChoices.tsx';

export function Counting() {
  return (
    <>
      <p>
        We advertise with Meta, on Facebook and Instagram. If you agree, and only then, your browser
        loads Meta’s pixel and tells it when you look at what we offer, register, order, open the
        payment window and buy. For an order, it learns the number, the length and the price; never
        the topic, your name or your email address.
      </p>
      <p>
        As with anything loaded from Meta, it sees your network address, your browser and the page
        you are on, and may combine that with what it knows about you, under its own{' '}
        <a href="https://www.facebook.com/privacy/policy/">privacy policy</a>. The pixel keeps a
        cookie here, and a second one after you click an advertisement, for up to 90 days.
      </p>
      <p>
        If you say no, nothing is loaded. A browser that sends Global Privacy Control or Do Not
        Track has answered for you, so we don’t ask. Your answer stays in your own browser, and you
        can change it at any time, here or at the foot of every page. Once it’s no, nothing more is
        sent and the cookies are gone.
      </p>
      <TrackingChoices className="flex min-h-11 items-center self-start font-bold underline underline-offset-4" />
    </>
  );
}

import { Wave } from '../../player/engine/Wave.tsx';
import { Button } from '../../ui/Button.tsx';
import { margins } from './Section.tsx';

export function Closing() {
  return (
    <section aria-labelledby="closing" className="pb-11 lg:pb-18">
      <Wave seed="still wondering" height={96} className="left-1/2 w-[1600px] -translate-x-1/2" />
      <div className={`${margins} mt-11 grid items-center gap-7 lg:mt-14 lg:grid-cols-[1fr_480px]`}>
        <h2 id="closing" className="text-[clamp(2.0625rem,1rem+5vw,4.25rem)]">
          Still wondering?
          <br />
          Go on, ask.
        </h2>
        <Button kind="main" wide href="/create">
          Get Started
        </Button>
      </div>
    </section>
  );
}

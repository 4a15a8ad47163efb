import { Footer } from '../shell/Footer.tsx';
import { Logo } from '../ui/Logo.tsx';
import { margins } from './Section.tsx';

/** The landing page's own footer: a last look at the mark above the usual links. */
export function HomeFooter() {
  return (
    <Footer>
      <div className={`${margins} flex flex-wrap items-center gap-x-7 gap-y-3 pb-7`}>
        <Logo height={22} />
        <p className="text-meta text-soft">Paid once. Nothing renews.</p>
      </div>
    </Footer>
  );
}

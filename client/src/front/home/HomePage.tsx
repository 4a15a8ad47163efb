import { useEffect } from 'react';
import { useLocation } from 'wouter';
import { titles } from '#shared/pages.ts';
import { useSales } from '../../api/sales.ts';
import { useAuth } from '../../api/session/session.tsx';
import { Logo } from '../../ui/Logo.tsx';
import { Page } from '../../ui/Page.tsx';
import { Footer } from '../Footer.tsx';
import { Closing } from './Closing.tsx';
import { Features } from './Features.tsx';
import { Hero } from './Hero.tsx';
import { Prices } from './Prices.tsx';
import { margins } from './Section.tsx';
import { Showcase } from './Showcase.tsx';
import { Steps } from './Steps.tsx';
import { UseCases } from './UseCases.tsx';
import { WhyChoose } from './WhyChoose.tsx';

export default function HomePage() {
  const { isLoading, isAuthenticated } = useAuth();
  const sells = useSales();
  const [, navigate] = useLocation();
  useEffect(() => {
    if (!isLoading && isAuthenticated) navigate('/dashboard', { replace: true });
  }, [isLoading, isAuthenticated, navigate]);

  return (
    <>
      <Page title={titles['/']} layout="full" className="overflow-x-clip">
        <Hero />
        <Features />
        <div className="grille rounded-t-sheet bg-panel lg:rounded-none">
          <div className="mx-auto grid max-w-[1280px] gap-x-22 px-5 lg:grid-cols-2 lg:px-22 lg:py-18">
            <Steps />
            <Showcase />
          </div>
        </div>
        {sells && <Prices />}
        <UseCases />
        <WhyChoose />
        <Closing />
      </Page>
      <Footer>
        <div className={`${margins} flex flex-wrap items-center gap-x-7 gap-y-3 pb-7`}>
          <Logo height={22} />
          {sells && <p className="text-meta text-soft">Paid once. Nothing renews.</p>}
        </div>
      </Footer>
    </>
  );
}

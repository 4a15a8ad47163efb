import { useEffect, useRef, useState } from 'react';
import { Link } from 'wouter';
import { titles } from '#shared/pages.ts';
import { useConfig, useSendsEmail } from '../../api/config.ts';
import { useSales } from '../../api/sales.ts';
import { useAuth } from '../../api/session/session.tsx';
import { Button } from '../../ui/Button.tsx';
import { Page } from '../../ui/Page.tsx';
import { TwoColumns } from '../../ui/TwoColumns.tsx';
import { ContactForm } from './ContactForm.tsx';

export default function ContactPage() {
  const [sentFrom, setSentFrom] = useState<string | null>(null);
  const sells = useSales();
  const sendsEmail = useSendsEmail();
  const support = useConfig()?.supportEmail;

  return (
    <Page
      title={titles['/contact']}
      layout={sentFrom ? 'column' : 'content'}
      className="max-lg:pb-8!"
    >
      {sentFrom ? (
        <Sent email={sentFrom} onAgain={() => setSentFrom(null)} />
      ) : (
        <TwoColumns
          head={
            <>
              <h1 className="mt-2 mb-3">Contact Us</h1>
              <p className="mb-7 text-lead text-soft lg:mb-0">
                {sells ? 'Question, problem, refund?' : 'Question, problem?'} Write to us;{' '}
                {sendsEmail ? 'we answer by email' : 'whoever runs this house reads it'}.
              </p>
            </>
          }
          foot={
            <div className="text-meta text-soft">
              {support && (
                <p className="mt-5 lg:mt-0">
                  Or write to{' '}
                  <a
                    href={`mailto:${support}`}
                    className="underline underline-offset-4 [overflow-wrap:anywhere]"
                  >
                    {support}
                  </a>
                  .
                </p>
              )}
              {sells && (
                <p className="mt-2 max-lg:hidden">
                  What we pay back, and when, is under{' '}
                  <Link href="/refund" className="underline underline-offset-4">
                    Refunds
                  </Link>
                  .
                </p>
              )}
            </div>
          }
        >
          <ContactForm onSent={setSentFrom} />
        </TwoColumns>
      )}
    </Page>
  );
}

type SentProps = { email: string; onAgain: () => void };

/** The heading takes the focus that was in the form. */
function Sent({ email, onAgain }: SentProps) {
  const sendsEmail = useSendsEmail();
  const { user } = useAuth();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <>
      <h1 ref={heading} tabIndex={-1} className="mt-2 mb-3">
        We have it
      </h1>
      <p className="mb-7 text-lead text-soft">
        {sendsEmail
          ? 'Your message is on our desk. We’ll answer at '
          : 'Your message is saved for whoever runs this house. Any answer goes to '}
        <strong className="text-ink [overflow-wrap:anywhere]">{email}</strong>.
      </p>
      <div className="grid gap-4 sm:flex">
        <Button kind="main" href={user ? '/dashboard' : '/'}>
          {user ? 'Go to your dashboard' : 'Go home'}
        </Button>
        <Button kind="quiet" onClick={onAgain}>
          Write another message
        </Button>
      </div>
    </>
  );
}

import { useState } from 'react';
import { titles } from '#shared/pages.ts';
import { useConfig } from '../api/config.ts';
import { Page } from '../ui/Page.tsx';
import { TwoColumns } from '../ui/TwoColumns.tsx';
import { ContactForm } from './ContactForm.tsx';
import { Sent } from './Sent.tsx';

export default function ContactPage() {
  const [sentFrom, setSentFrom] = useState<string | null>(null);
  const support = useConfig()?.supportEmail;

  return (
    <Page title={titles['/contact']} layout={sentFrom ? 'column' : 'content'}>
      {sentFrom ? (
        <Sent email={sentFrom} onAgain={() => setSentFrom(null)} />
      ) : (
        <TwoColumns
          head={
            <>
              <h1 className="mt-2 mb-3">Contact Us</h1>
              <p className="mb-7 text-lead text-soft lg:mb-0">
                A question, a fault, a refund: write it down, and we answer by email.
              </p>
            </>
          }
          foot={
            support && (
              <p className="mt-5 text-meta text-soft lg:mt-0">
                Or write to{' '}
                <a
                  href={`mailto:${support}`}
                  className="underline underline-offset-4 [overflow-wrap:anywhere]"
                >
                  {support}
                </a>
                .
              </p>
            )
          }
        >
          <ContactForm onSent={setSentFrom} />
        </TwoColumns>
      )}
    </Page>
  );
}

import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { ClientConfig } from '#shared/config.ts';
import { Page } from '../ui/Page.tsx';
import { ContactForm } from './ContactForm.tsx';
import { Sent } from './Sent.tsx';

export default function ContactPage() {
  const [sentFrom, setSentFrom] = useState<string | null>(null);
  const { data: config } = useQuery<ClientConfig>({ queryKey: ['/api/config'] });
  const support = config?.supportEmail;

  return (
    <Page title="Contact Us">
      {sentFrom ? (
        <Sent email={sentFrom} onAgain={() => setSentFrom(null)} />
      ) : (
        <>
          <h1 className="mt-2 mb-3">Contact Us</h1>
          <p className="mb-7 text-lead text-soft">
            A question, a fault, a refund: write it down, and we answer by email.
          </p>
          <ContactForm onSent={setSentFrom} />
          {support && (
            <p className="mt-5 text-meta text-soft">
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
        </>
      )}
    </Page>
  );
}

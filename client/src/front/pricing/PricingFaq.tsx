const questions = [
  [
    'How long does it take?',
    'Most episodes are ready in 8-12 minutes; longer content takes up to 20 minutes. You can close the tab: we’ll email you the link when it’s done.',
  ],
  [
    'What if it can’t be made?',
    'We email you, and your money goes back by itself, in full. Any free episode or discount you used for it is yours again.',
  ],
  ['Which languages do the hosts speak?', 'English, for now.'],
  [
    'Is everything they say true?',
    'Not always. The hosts are AI and can get things wrong. The script is AI, too, so check what matters before you rely on it.',
  ],
  [
    'I have a discount code. Where does it go?',
    'Under the voices and the length, when you create your episode. The price changes before you pay. Codes can’t be combined with the free episode.',
  ],
  [
    'What’s the bonus?',
    'After your first purchase, one 10-minute podcast is free: any topic, any two voices. It waits in your account until you use it.',
  ],
] as const;

export function PricingFaq() {
  return (
    <section aria-labelledby="questions" className="my-11 lg:mt-18">
      <h2 id="questions">Before you ask</h2>
      <dl className="mt-5 grid gap-x-22 lg:grid-cols-2">
        {questions.map(([question, answer]) => (
          <div key={question} className="border-t border-line py-4">
            <dt className="font-display text-h3">{question}</dt>
            <dd className="mt-1.5 text-soft">{answer}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

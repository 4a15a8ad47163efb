export type PageFigures = {
  performance: number;
  accessibility: number;
  bestPractices: number;
  /** Absent where the page asks not to be indexed: a listen page is its owner's. */
  seo?: number;
  /** Milliseconds, except for `cls`, which has no unit. */
  fcp: number;
  lcp: number;
  cls: number;
  tbt: number;
};

interface PageGoal {
  figure: keyof PageFigures;
  name: string;
  unit: 'ms' | '';
  goal: { atLeast: number } | { atMost: number };
}

export const PAGES = ['/', '/pricing', '/samples', '/create', '/auth'];

const LCP = { selling: 1500, other: 2000 };

export function goalsFor(page: string): PageGoal[] {
  const lcp = page === '/' || page === '/pricing' ? LCP.selling : LCP.other;
  return [
    { figure: 'performance', name: 'performance', unit: '', goal: { atLeast: 98 } },
    { figure: 'accessibility', name: 'accessibility', unit: '', goal: { atLeast: 100 } },
    { figure: 'bestPractices', name: 'best practices', unit: '', goal: { atLeast: 100 } },
    { figure: 'seo', name: 'SEO', unit: '', goal: { atLeast: 100 } },
    { figure: 'lcp', name: 'LCP', unit: 'ms', goal: { atMost: lcp } },
    { figure: 'cls', name: 'CLS', unit: '', goal: { atMost: 0.01 } },
  ];
}

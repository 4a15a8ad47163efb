import { namesOfCountry } from './countries.ts';
import type { Evidence } from './evidence.ts';
import { formsOf, stemsOf } from './names.ts';

/** Whether a name stands in the sources, itself or what it is derived from or gave its name to. */
export function isKnownName(name: string, { words, stems }: Evidence): boolean {
  const forms = formsOf(name);
  return (
    forms.some((form) => words.has(form) || stems.has(form)) ||
    stemsOf(name).some((stem) => words.has(stem)) ||
    forms.flatMap(namesOfCountry).some((other) => words.has(other)) ||
    (/^usa?$/.test(name) && (words.has('us') || words.has('usa')))
  );
}

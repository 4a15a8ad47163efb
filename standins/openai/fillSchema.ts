import type { WebPage } from '../web/webPages.ts';

/** One sentence that a search found, and the address that is cited for it. */
export interface Citation {
  page: WebPage;
  url: string;
  sentence: string;
}

interface Schema {
  $ref?: string;
  $defs?: Record<string, Schema>;
  type?: string | string[];
  anyOf?: Schema[];
  enum?: unknown[];
  const?: unknown;
  properties?: Record<string, Schema>;
  items?: Schema;
}

/** What a text of this name holds; any other holds the sentence. */
const FIELDS: [name: RegExp, value: (citation: Citation) => string][] = [
  [/url|link|address/i, ({ url }) => url],
  [/title/i, ({ page }) => page.title],
  [/site|publisher/i, ({ page }) => page.site],
  [/date|published/i, ({ page }) => page.published],
  [/language/i, ({ page }) => page.language],
];

/**
 * A value of the schema, made of what was found: one object for each sentence, or for each page if
 * the object has a list of its own; texts by their names.
 */
export function fillSchema(schema: unknown, citations: Citation[]): unknown {
  const root: Schema = Object(schema);
  const defined = (each: Schema): Schema =>
    each.$ref ? (root.$defs?.[each.$ref.split('/').at(-1) ?? ''] ?? {}) : each;

  function fill(given: Schema, name: string, about: Citation[]): unknown {
    const { type, anyOf, enum: values, const: only, properties, items } = defined(given);
    if (only !== undefined) return only;
    if (values) return values[0];
    if (anyOf) return fill(anyOf.find((each) => each.type !== 'null') ?? {}, name, about);
    if (properties) {
      const filled = Object.entries(properties).map(([key, each]) => [key, fill(each, key, about)]);
      return Object.fromEntries(filled);
    }
    if (items) return groupsFor(defined(items), about).map((group) => fill(items, name, group));
    switch ([type].flat()[0]) {
      case 'string':
        return about[0] ? fieldOf(name)(about[0]) : '';
      case 'number':
      case 'integer':
        return 0;
      case 'boolean':
        return false;
      default:
        return null;
    }
  }

  /** The citations that each item of a list is about. */
  function groupsFor({ properties, type }: Schema, about: Citation[]): Citation[][] {
    if (!properties && type !== 'string') return [];
    const hasList = Object.values(properties ?? {}).some((each) => defined(each).items);
    return hasList
      ? [...Map.groupBy(about, ({ page }) => page).values()]
      : about.map((citation) => [citation]);
  }

  return fill(root, '', citations);
}

const fieldOf = (name: string) =>
  FIELDS.find(([pattern]) => pattern.test(name))?.[1] ?? (({ sentence }: Citation) => sentence);

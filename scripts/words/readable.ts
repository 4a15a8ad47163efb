/** Strings that are no sentences: classes, paths, keys, SQL. */
const CODE = [
  /^\s*$/,
  /^[a-z-]+$/,
  // Paths, addresses, selectors, media queries and types of content.
  /^[/.#@?&]/,
  /^\w+:\/\//,
  /^[\w-]+=/,
  /^\([\w-]+: ?[\w-]+\)/,
  /^\w+\/[\w+.-]+(;.*)?$/,
  /=>|\$\{|;\s*$|^[<>{}[\]()|\\^]|\b(?:var|url|rgba?|translate\w*|scale|calc)\(/,
  /^(?:select|insert|update|delete|create|alter|drop|with|listen|notify|begin|where|set) .*(?:\bfrom\b|\binto\b|\bset\b|\btable\b|=|\bdatabase\b)/i,
  /^[\w-]+: ?[\w#.%-]+;|[\w-]+:[^;]{1,60};[\w-]+:|^\d+px |\b(?:sans-)?serif$/,
  /^[\d\s.,%:…–-]*$/,
  /^(?:…|[\w-])+\.(?:…|[a-z0-9])+$/,
  /^(?:GET|HEAD|POST|PUT|PATCH|DELETE) |^HTTP\/|^(?:User-agent|Allow|Disallow|Sitemap): /,
];

const WORD = /\p{L}{2,}/u;

/** A list of Tailwind's classes has no token that only a sentence would have. */
export function isClassList(text: string): boolean {
  const tokens = text.trim().split(/\s+/);
  const marked = tokens.filter((token) =>
    /-\[|^\[&|^[\w-]+:\S|^-?[a-z]+(?:-[\w./…]+)+!?$/.test(token),
  );
  const words = tokens.filter((token) => /^[“(]?[A-Z]|[,.?’”)]$|^[a-z]+!$|^\d+$/.test(token));
  return marked.length > 0 && marked.length >= tokens.length / 3 && words.length === 0;
}

export function isReadable(text: string): boolean {
  if (!WORD.test(text) || CODE.some((code) => code.test(text)) || isClassList(text)) return false;
  if (/\s/.test(text.trim())) return /\p{L}{2,}.*\s|\s.*\p{L}{2,}/u.test(text);
  return /^[A-Z][a-zé]+(?:[’'-][a-z]+)*(?:\.{3}|[.…?!:])?$/.test(text);
}

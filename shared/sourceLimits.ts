/** Sources that an order may bring. */
export const SOURCES_MAX = 5;
/** Characters of a pasted text. */
export const SOURCE_TEXT_MAX = 50_000;
/** Words of whatever is brought: with fewer there is nothing to talk about. */
export const SOURCE_WORDS_MIN = 50;
/** Bytes of a PDF. */
export const SOURCE_PDF_MAX = 10 * 1024 * 1024;
/** Days after which what a listener brought is deleted. The privacy page says so. */
export const SOURCE_DAYS = 30;
/** Characters of the words that a fact rests on: whole sentences where they fit. */
export const QUOTE_MAX = 400;

export const SOURCES_MAX = 5;
/** Characters. */
export const SOURCE_TEXT_MAX = 50_000;
/** Words; with fewer there is nothing to talk about. */
export const SOURCE_WORDS_MIN = 50;
/** Bytes. */
export const SOURCE_PDF_MAX = 10 * 1024 * 1024;
/** Days until a listener's own sources are deleted. The privacy page says so, too. */
export const SOURCE_DAYS = 30;
/** Characters of a fact's quote: whole sentences where they fit. */
export const QUOTE_MAX = 400;

const SENTENCES = {
  en: 'The lighthouse at Skerry Point was built in 1890 by two brothers, and its lamp burned paraffin.',
  de: 'Der Leuchtturm auf der Klippe wurde 1890 von zwei Brüdern gebaut, und seine Lampe brannte mit Öl.',
  es: 'El faro de la punta fue construido en 1890 por dos hermanos, y su lámpara quemaba parafina.',
};

export type PageLanguage = keyof typeof SENTENCES;

/** Paragraphs of an article, about 170 words. */
export const articleText = (language: PageLanguage = 'en') =>
  `<p>${`${SENTENCES[language]} `.repeat(5)}</p><p>${`${SENTENCES[language]} `.repeat(5)}</p>`;

/** An article with what usually stands around it. */
export const articlePage = ({ language = 'en' as PageLanguage, head = '', inside = '' } = {}) => `
<!doctype html><html lang="${language}"><head><title>Two brothers | The Coast</title>
<meta property="og:title" content="Two brothers and a light">
<meta property="og:site_name" content="The Coast">
<meta property="article:published_time" content="2024-03-01T23:30:00-05:00">${head}</head>
<body><nav><ul><li><a href="/">Home</a></li><li><a href="/shop">Shop our calendars</a></li></ul></nav>
<div class="sidebar"><a href="/a">Most read: ten harbours</a></div>
<article><h1>Two brothers and a light</h1>${articleText(language)}${inside}</article>
<footer><p>Copyright of The Coast, all rights reserved</p></footer></body></html>`;

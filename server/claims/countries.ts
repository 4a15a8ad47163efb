/**
 * Countries with the names that stand for them in quotes: the country, its people and language in
 * English, German and Spanish.
 */
const TABLE = `
germany german deutschland deutsch deutsche deutschen deutscher deutsches alemania aleman alemana alemanes
france french frenchman frenchmen frankreich franzosisch franzosische franzosischen franzosen francia frances francesa
spain spanish spaniard spanien spanisch spanische spanischen espana espanol espanola espanoles
italy italian italien italienisch italienische italienischen italia italiano italiana
england english englishman englishmen englisch englische englischen inglaterra ingles inglesa
britain british briton grossbritannien großbritannien britisch britische britischen britanico britanica
scotland scottish scot scots scotsman schottland schottisch escocia escoces
wales welsh welshman gales
ireland irish irishman irland irisch irlanda irlandes
netherlands dutch dutchman holland niederlande niederlandisch hollandisch holanda holandes paises
denmark danish dane danemark danisch dinamarca danes
sweden swedish swede schweden schwedisch suecia sueco
norway norwegian norwegen norwegisch noruega noruego
finland finnish finn finnland finnisch finlandia finlandes
poland polish pole polen polnisch polonia polaco
switzerland swiss schweiz schweizer suiza suizo
austria austrian osterreich osterreicher osterreichisch austriaco
greece greek griechenland griechisch grecia griego
turkey turkish turk turkei turkisch turquia turco
portugal portuguese portugiesisch portugues
russia russian russland rußland russisch rusia ruso
hungary hungarian ungarn ungarisch hungria hungaro
czech tschechien tschechisch checo
ukraine ukrainian ukrainisch ucrania
china chinese chinesisch chino
japan japanese japanisch japon japones
india indian indien indisch indio
egypt egyptian agypten agyptisch egipto egipcio
brazil brazilian brasilien brasil
mexico mexican mexiko mexicano
canada canadian kanada kanadisch
america american amerika amerikaner amerikanisch americano
europe european europa europaisch europeo
africa african afrika africano
asia asian asien asiatisch
rome roman rom romer romisch roma romano
iceland icelandic islandia islandisch islandes
belgium belgian belgien belgisch belgica belga
peru peruvian
norman normandy
`;

const COUNTRIES = new Map(
  TABLE.trim()
    .split('\n')
    .flatMap((line) => {
      const names = line.split(' ');
      return names.map((name): [string, string[]] => [name, names]);
    }),
);

/** All names of the country that a word names. */
export const namesOfCountry = (word: string): string[] => COUNTRIES.get(word) ?? [];

const list = (words: string) => new Set(words.split(' '));

/** Words that carry no subject of their own. */
export const EMPTY = list(
  `a an the and or but nor so of in on at to for from by with without within into onto about over under between among through during before after since until against versus vs as than like is are was were be been being am do does did done have has had can could will would shall should may might must not no yes if then else when where why how what who whom whose which that this these those there here it its he she they them their we us our you your i me my mine one ones some any all every each both either neither more most less least much many few very really just only also too even still ever never always again already yet s t re ve ll d m please lets let tell talk explain discuss podcast episode show everything anything something thing things make makes made get gets`,
);

/** Where a noun phrase ends and the next thought begins. */
export const BREAKS = list(
  `and or but of in on at to for from by with into about over under between among through during before after since until against versus vs as than that which who whose when where why how because while if is are was were can could will would should do does did might may must, through across per plus via`,
);

/** Verbs that commonly follow the subject of a question. */
export const VERBS = list(
  `work works make makes mean means matter feel feels look looks need needs get gets use uses cause causes affect change changes go goes come comes fly sleep eat exist become have has think learn move grow burn taste smell live die form stay keep give take see hear know say believe love hate want like help hurt run stop start begin end win lose buy sell cost pay play dream purr sing dance talk speak remember forget fall rise sink float freeze melt happen store shape save build break cry laugh yawn hiccup migrate hibernate survive spread travel see find create cook communicate navigate decide fail succeed collapse disappear age`,
);

/** Names that keep their capital when they begin a topic; everything else is typed by a phone. */
export const NAMES = list(
  `rome africa america europe asia antarctica australia china japan india france paris london tokyo berlin italy spain greece egypt germany russia ukraine poland turkey iran israel mexico brazil canada norway sweden finland denmark iceland ireland scotland england britain wales portugal vienna venice athens troy sparta napoleon caesar cleopatra shakespeare einstein newton darwin galileo leonardo picasso mozart beethoven bach freud marx plato socrates aristotle buddha jesus christmas easter halloween mars venus jupiter saturn pluto neptune mercury english french spanish german latin chinese japanese italian roman viking vikings victorian american british european african asian islam christianity buddhism judaism hinduism google apple microsoft tesla amazon netflix youtube tiktok lego pokemon bitcoin ethereum january february april june july august september october november december monday tuesday wednesday thursday friday saturday sunday ai dna nasa usa uk eu`,
);

const ENGLISH =
  wordsOf(`the of and is are were by that for from with has have had its their this these
  than which who when where it they not been but about more most other a to at on as`);
const FOREIGN =
  wordsOf(`der die das und ist ein eine einer nicht den dem mit von auf für sich auch el la
  los las de del que una un por con es para como le les des du et est dans une il per della che di
  het van een en zijn jest nie się i w na z do o que não em os as`);

function wordsOf(text: string): Set<string> {
  return new Set(text.split(/\s+/));
}

export function isEnglish(sentence: string): boolean {
  if (/[^\p{Script=Latin}\p{Script=Common}\p{Script=Inherited}]/u.test(sentence)) return false;
  const words = sentence.toLowerCase().match(/\p{L}+/gu) ?? [];
  const count = (of: Set<string>) => words.filter((word) => of.has(word)).length;
  return count(ENGLISH) > count(FOREIGN);
}

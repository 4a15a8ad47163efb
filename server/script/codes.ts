import { cardinal, digitWords } from './numerals.ts';

/** Not the end of "*emphasis on A*". */
const STARRED = /(?<![\p{L}\p{N}*])(?<!(?:^|[\s("'])\*\S[^*]*)([A-Z])\*(?![\p{L}\p{N}*])/gu;

/** "C#", "A*" and ".NET" as they are called. Markup is removed only after this. */
export function namedSigns(text: string): string {
  return text
    .replace(/\b([A-G])(?:#|\u266f)(?![\w#])/g, '$1 sharp')
    .replace(/\b([A-G])\u266d/g, '$1 flat')
    .replace(/\bC\+\+(?![\w+])/g, 'C plus plus')
    .replace(/(?<![\w.])\.(?=NET\b)/g, 'dot ')
    .replace(STARRED, '$1 star');
}

/** Signs that no text contains, for those that look like markup while it is removed. */
const HASH = '\ue000';
const STAR = '\ue001';

/** "C#", "#1" and "A*" with signs that are not taken for markup; `shownSigns` puts back their own. */
export function hiddenSigns(text: string): string {
  return text.replace(/(?<=\b[A-Z])#(?![\w#])|#(?=\d)/g, HASH).replace(STARRED, `$1${STAR}`);
}

export const shownSigns = (text: string) => text.replaceAll(HASH, '#').replaceAll(STAR, '*');

/** With country and area, or only of the area; the groups are read one by one. */
const PHONE = [
  /\+\d{1,3}(?:[ -]\(?\d{2,5}\)?){2,5}(?![\d-])/g,
  /(?<![\w-])(?:\d{1,2}[ -])?\(?\d{3}\)?[ -]\d{3}-\d{4}(?![\w-])/g,
  /(?<![\w-])(?:555-\d{4}|\d{3}-0\d{3})(?![\w-])/g,
];
const EMERGENCY =
  /\b((?:[Cc]all|[Dd]ial|[Pp]hone|[Rr]ing)(?:ed|ing|s)?) (911|999|112|110|111|101|988)\b/g;
const VERSION = /(?<![\p{L}\d.])\d{1,6}(?:\.\d{1,6}){2,7}(?![\p{L}\d]|\.\d)/gu;

/** Digits that are no quantity in words: telephone numbers, versions and addresses of machines. */
export function codesInWords(text: string): string {
  let said = text;
  for (const phone of PHONE) {
    said = said.replace(phone, (number) => {
      const groups = number.match(/\d+/g) ?? [];
      return `${number.startsWith('+') ? 'plus ' : ''}${groups.map(digitWords).join(', ')}`;
    });
  }
  return said
    .replace(EMERGENCY, (_, verb: string, digits: string) => `${verb} ${digitWords(digits)}`)
    .replace(/\bv(?=\d{1,6}\.\d)/g, 'version ')
    .replace(VERSION, (version) => version.split('.').map(part).join(' point '));
}

const part = (digits: string) => (/^0\d/.test(digits) ? digitWords(digits) : cardinal(digits));

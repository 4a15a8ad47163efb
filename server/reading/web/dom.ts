/** The part of the DOM that is read here: a browser's types do not belong in the server. */
export interface PageNode {
  nodeType: number;
  nodeName: string;
  nodeValue: string | null;
  textContent: string | null;
  firstChild: PageNode | null;
  nextSibling: PageNode | null;
  parentNode: PageNode | null;
}

interface PageElement extends PageNode {
  getAttribute(name: string): string | null;
  remove(): void;
}

export interface Page {
  documentElement: PageElement | null;
  body: PageElement | null;
  querySelector(selector: string): PageElement | null;
  querySelectorAll(selector: string): Iterable<PageElement>;
}

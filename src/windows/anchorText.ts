/**
 * Escapes anything in a text that looks like an anchor: `[button:…]`, `[form:…]`, `[ref:…]` and ids like `b3@e17`. Law: what comes out holds neither form, and a text without them comes out as it is.
 */
export function withoutAnchors(text: string): string {
  return text
    .replace(/\[(?=\s*(?:button|form|reference|ref|anchor|action)\s*:)/gi, '&#91;')
    .replace(anchorId, '$1&#64;$2');
}

const anchorId = /([bfr]\d+)@(e\d)/gi;

/** Readings of the line of prose that introduces a fence. */

/** Introduces code that must not be applied. */
export const warningLead =
  /(?:^|[.!:;,]\s+|[^\w\s])\s*(?:please )?(?:do not|don['’]t|never|avoid)\b(?! forget| worry| hesitate)|\b(?:wrong|incorrect|bad)\W*$/i;
/** Introduces a use, or the present state. */
export const exampleLead =
  /\b(?:for (?:example|instance)|e\.g\.|(?:an?|as an|usage|another) example|example(?: usage)?\W*$|sample|hypothetical|(?:might|could|would) look like|currently|you (?:wrote|have|had))\b/i;
const oldCode = /\b(?:replace|find|locate|change|before|old|original|existing|previous|from|instead of)\b/i;
const newCode = /\b(?:with|by|to|into|after|new|updated|replacement|becomes?)\b/i;
export const removalLead = /\b(?:remove|delete)\s+(?:this|these|those|the following)\b/i;

/** Maximum number of words between an old text and its new one. */
const maxBridge = 8;

/** Returns true if the line introduces old code and the short one after it introduces the new code. */
export function isReplacement(lead: string, bridge: string): boolean {
  const words = bridge.match(/[\p{L}\p{N}']+/gu) ?? [];
  return oldCode.test(lead) && newCode.test(bridge) && words.length <= maxBridge;
}

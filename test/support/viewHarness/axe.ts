import axe from 'axe-core';
import type { Frame, Page } from 'playwright-core';

/** What of accessibility depends on the colours of a theme; all else is the same in each. */
export const rulesOfColours: readonly string[] = ['color-contrast', 'link-in-text-block'];

/** What axe finds in a page or a frame by itself, or in a part of it (a CSS selector), by all of its rules or some, with the HTML it found it in. */
export async function violationsIn(
  frame: Frame | Page,
  rules?: readonly string[],
  within = 'html',
): Promise<readonly string[]> {
  await frame.evaluate(axe.source);
  return frame.evaluate(
    async ({ only, part }) => {
      const { axe } = globalThis as unknown as { readonly axe: typeof import('axe-core') };
      const { violations } = await axe.run(part, {
        resultTypes: ['violations'],
        ...(only === undefined ? { rules: { 'target-size': { enabled: true } } } : { runOnly: [...only] }),
      });
      return violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join('\n')}`);
    },
    { only: rules, part: within },
  );
}

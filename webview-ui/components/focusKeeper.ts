import { keepOneStop, moveInLists } from './lists.ts';

const focusable = 'button, summary, input, select, textarea, vscode-button, [tabindex]';
/** Holders of elements that belong together, the innermost first. */
const together = '[role=tree], ul, .roving, form, .section, header';

/**
 * Keeps the keyboard below `root`. If the focused element is taken away, the nearest one gets the
 * focus; a field that was being written in gets it back once it is there again, and until then
 * `root` takes the keys.
 */
export function keepFocus(root: HTMLElement): void {
  let focused: HTMLElement | null = null;
  /** A field that was being written in and went away. */
  let lost: HTMLInputElement | HTMLTextAreaElement | null = null;

  /** True if the view has the keyboard and nothing in it does: an editor never loses it. */
  const isFree = (): boolean => {
    const { activeElement } = document;
    return document.hasFocus() && (activeElement === document.body || activeElement === root);
  };

  const giveBack = (): void => {
    const field = root.querySelector<HTMLInputElement>(`[name="${CSS.escape(lost?.name ?? '')}"]`);
    if (lost === null || field === null || !isFree()) return;
    const { selectionStart, selectionEnd } = lost;
    field.focus({ preventScroll: true });
    field.setSelectionRange(selectionStart, selectionEnd);
  };

  const recover = ({ target, previousSibling }: MutationRecord): void => {
    if (focused === null || !isFree()) return;
    if (focused.isConnected) focused.focus({ preventScroll: true });
    else if (focused instanceof HTMLInputElement || focused instanceof HTMLTextAreaElement) {
      lost = focused;
      root.focus({ preventScroll: true });
      giveBack();
    } else {
      const place = previousSibling?.isConnected ? previousSibling : target;
      const around = (target instanceof Element ? target.closest(together) : null) ?? root;
      const near = reachable(around);
      const isAfter = (one: Node) => (place.compareDocumentPosition(one) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0;
      (near.find(isAfter) ?? near.at(-1) ?? reachable(root)[0])?.focus({ preventScroll: true });
    }
  };

  const follow = (changes: readonly MutationRecord[]): void => {
    keepOneStop(root);
    if (!isFree()) return;
    const left = changes.find(
      ({ target, removedNodes }) => target.isConnected && [...removedNodes].some((node) => node.contains(focused)),
    );
    // An element that moves the focus by itself does so first.
    if (left !== undefined) setTimeout(() => recover(left));
    else if (lost !== null) setTimeout(giveBack);
  };

  root.addEventListener('focusin', ({ target }) => {
    if (target !== root) lost = null;
    focused = target === root ? null : (target as HTMLElement);
  });
  moveInLists(root);
  new MutationObserver(follow).observe(root, { childList: true, subtree: true });
}

function reachable(within: Element): readonly HTMLElement[] {
  return [...within.querySelectorAll<HTMLElement>(focusable)].filter(
    (one) =>
      (one.tabIndex >= 0 || one.closest('.roving') !== null) &&
      !one.matches(':disabled') &&
      one.getClientRects().length > 0,
  );
}

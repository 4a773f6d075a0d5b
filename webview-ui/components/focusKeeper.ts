import { keepOneStop } from './lists.ts';

const focusable = 'button, summary, input, select, textarea, vscode-button, [tabindex]';
/** Holders of elements that belong together, the innermost first. */
const together = '[role=tree], ul, .roving, form, .section, header';

/**
 * Keeps the keyboard below `root`. If the focused element is taken away, the nearest one gets the
 * focus; a field that was being written in gets it back once it is there again, and until then
 * `root` takes the keys.
 */
export class FocusKeeper {
  readonly #root: HTMLElement;
  readonly #changes = new MutationObserver((changes) => this.#follow(changes));
  #focused: HTMLElement | null = null;
  /** A field that was being written in and went away, by its name. */
  #lost: Pick<HTMLInputElement, 'name' | 'selectionStart' | 'selectionEnd'> | null = null;

  constructor(root: HTMLElement) {
    this.#root = root;
  }

  start(): void {
    this.#root.addEventListener('focusin', this.#note);
    this.#changes.observe(this.#root, { childList: true, subtree: true });
  }

  readonly #note = ({ target }: FocusEvent): void => {
    if (target !== this.#root) this.#lost = null;
    this.#focused = target === this.#root ? null : (target as HTMLElement);
  };

  #follow(changes: readonly MutationRecord[]): void {
    keepOneStop(this.#root);
    if (!this.#isFree()) return;
    const left = changes.find(
      ({ target, removedNodes }) =>
        target.isConnected && [...removedNodes].some((node) => node.contains(this.#focused)),
    );
    // An element that moves the focus by itself does so first.
    if (left !== undefined) setTimeout(() => this.#recover(left));
    else if (this.#lost !== null) setTimeout(() => this.#giveBack());
  }

  /** True if the view has the keyboard and nothing in it does: an editor never loses it. */
  #isFree(): boolean {
    const { activeElement } = document;
    return document.hasFocus() && (activeElement === document.body || activeElement === this.#root);
  }

  #recover({ target, previousSibling }: MutationRecord): void {
    const focused = this.#focused;
    if (focused === null || !this.#isFree()) return;
    if (focused.isConnected) focused.focus({ preventScroll: true });
    else if (focused instanceof HTMLInputElement || focused instanceof HTMLTextAreaElement) {
      const { name, selectionStart, selectionEnd } = focused;
      this.#lost = { name, selectionStart, selectionEnd };
      this.#root.focus({ preventScroll: true });
      this.#giveBack();
    } else {
      const place = previousSibling?.isConnected ? previousSibling : target;
      const around = (target instanceof Element ? target.closest(together) : null) ?? this.#root;
      const near = reachable(around);
      const isAfter = (one: Node) => (place.compareDocumentPosition(one) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0;
      (near.find(isAfter) ?? near.at(-1) ?? reachable(this.#root)[0])?.focus({ preventScroll: true });
    }
  }

  #giveBack(): void {
    const lost = this.#lost;
    const field = this.#root.querySelector<HTMLInputElement>(`[name="${CSS.escape(lost?.name ?? '')}"]`);
    if (lost === null || field === null || !this.#isFree()) return;
    field.focus({ preventScroll: true });
    field.setSelectionRange(lost.selectionStart, lost.selectionEnd);
  }
}

function reachable(within: Element): readonly HTMLElement[] {
  return [...within.querySelectorAll<HTMLElement>(focusable)].filter(
    (one) =>
      (one.tabIndex >= 0 || one.matches('.member')) && !one.matches(':disabled') && one.getClientRects().length > 0,
  );
}

import { keepOneStop } from './roving.ts';

const focusable = 'button, summary, input, select, textarea, vscode-button, [tabindex]';
const writable = 'input, textarea';
/** What holds what belongs together, the innermost first. */
const together = '[role=tree], ul, .roving, form, .section, header';

/** A field that was being written in and went away. */
interface LostField {
  readonly selector: string;
  readonly selection: readonly [number, number] | null;
}

/**
 * Sees to it that the keyboard is never lost below `root`. Where what has the focus is taken away, what stands nearest gets it; a field
 * that was being written in gets it back once it is there again, and until then nothing takes the keys but `root`.
 */
export class FocusKeeper {
  readonly #root: HTMLElement;
  readonly #changes = new MutationObserver((changes) => this.#follow(changes));
  #focused: HTMLElement | null = null;
  #lost: LostField | null = null;

  constructor(root: HTMLElement) {
    this.#root = root;
  }

  start(): void {
    this.#root.addEventListener('focusin', this.#note);
    this.#changes.observe(this.#root, { childList: true, subtree: true });
  }

  stop(): void {
    this.#root.removeEventListener('focusin', this.#note);
    this.#changes.disconnect();
  }

  readonly #note = ({ target }: FocusEvent): void => {
    const isElsewhere = target === this.#root;
    this.#focused = isElsewhere ? null : (target as HTMLElement);
    if (!isElsewhere) this.#lost = null;
  };

  #follow(changes: readonly MutationRecord[]): void {
    keepOneStop(this.#root);
    if (!this.#isFree()) return;
    const focused = this.#focused;
    const left = changes.find(
      ({ target, removedNodes }) => target.isConnected && [...removedNodes].some((node) => node.contains(focused)),
    );
    // What moves the focus by itself does so first.
    if (left !== undefined) setTimeout(() => this.#recover(left));
    else if (this.#lost !== null) setTimeout(() => this.#giveBack());
  }

  /** Whether nothing in the view has the keyboard, though the view has it: of an editor it is never taken. */
  #isFree(): boolean {
    const { activeElement } = document;
    return document.hasFocus() && (activeElement === document.body || activeElement === this.#root);
  }

  #recover({ target, previousSibling }: MutationRecord): void {
    const focused = this.#focused;
    if (focused === null || !this.#isFree()) return;
    if (focused.isConnected) focused.focus({ preventScroll: true });
    else if (focused.matches(writable)) {
      this.#lost = lostField(focused as HTMLInputElement);
      this.#root.focus({ preventScroll: true });
      this.#giveBack();
    } else {
      const place = previousSibling?.isConnected ? previousSibling : target;
      const around = (target instanceof Element ? target.closest(together) : null) ?? this.#root;
      this.#nearest(around, place)?.focus({ preventScroll: true });
    }
  }

  /** What follows a place, what stands before it, or else what stands first. */
  #nearest(around: Element, place: Node): HTMLElement | undefined {
    const near = reachable(around);
    const isAfter = (one: HTMLElement) => (place.compareDocumentPosition(one) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0;
    return near.find(isAfter) ?? near.at(-1) ?? reachable(this.#root)[0];
  }

  #giveBack(): void {
    const lost = this.#lost;
    const field = lost === null ? null : this.#root.querySelector<HTMLInputElement>(lost.selector);
    if (lost === null || field === null || !this.#isFree()) return;
    field.focus({ preventScroll: true });
    if (lost.selection !== null) field.setSelectionRange(...lost.selection);
  }
}

function reachable(within: Element): readonly HTMLElement[] {
  return [...within.querySelectorAll<HTMLElement>(focusable)].filter(
    (one) =>
      (one.tabIndex >= 0 || one.matches('.member')) && !one.matches(':disabled') && one.getClientRects().length > 0,
  );
}

function lostField(field: HTMLInputElement): LostField {
  const { selectionStart, selectionEnd } = field;
  const name = field.getAttribute('name');
  const selector = `${field.localName}${name === null ? `[type="${field.type}"]` : `[name="${CSS.escape(name)}"]`}`;
  return {
    selector,
    selection: selectionStart === null || selectionEnd === null ? null : [selectionStart, selectionEnd],
  };
}

import { t } from '@vscode/l10n';
import { html, LitElement, nothing, type TemplateResult } from 'lit';
import { shortNumber } from '../../src/protocol/prompt/shortNumber.ts';
import type { Failure } from '../../src/protocol/result.ts';

/**
 * An element that renders into the page itself, so that the page's stylesheet and the codicons
 * reach it.
 */
export class LightElement extends LitElement {
  protected override createRenderRoot(): HTMLElement {
    return this;
  }
}

/**
 * A codicon; with a label it is an image of its own, without one it only decorates the text beside
 * it.
 */
export function icon(name: string, label?: string): TemplateResult {
  if (label === undefined) return html`<span class="codicon codicon-${name}" aria-hidden="true"></span>`;
  return html`<span class="codicon codicon-${name}" role="img" aria-label=${label} title=${label}></span>`;
}

/** A button that is an icon with a tooltip. */
export function toolButton(name: string, title: string, click: (event: Event) => void, tabIndex = 0): TemplateResult {
  return html`<button type="button" class="tool" tabindex=${tabIndex} title=${title} aria-label=${title} @click=${click}>${icon(name)}</button>`;
}

/**
 * A name chosen by others, isolated from the surrounding text; invisible characters are shown by
 * their numbers.
 */
export function foreignName(name: string): TemplateResult {
  return html`<bdi dir="ltr">${withoutUnseen(name)}</bdi>`;
}

/**
 * Shows controls, marks of direction and characters without width as `[U+202E]`; the joiners of
 * scripts and emoji stay.
 */
export function withoutUnseen(name: string): string {
  const unseen = /[\p{Cc}\u00ad\u061c\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff]/gu;
  return name.replace(unseen, (one) => `[U+${one.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}]`);
}

/** The language of the editor, as a tag. */
export function language(): string {
  return globalThis.document?.documentElement.lang || navigator.language;
}

const numbers = new Intl.NumberFormat(language());
/** For a part of a whole (0..1). */
export const percents = new Intl.NumberFormat(language(), { style: 'percent', maximumSignificantDigits: 2 });
const ages = new Intl.RelativeTimeFormat(language(), { numeric: 'auto', style: 'narrow' });
const dates = new Intl.DateTimeFormat(language(), { dateStyle: 'medium', timeStyle: 'medium' });
const dayFields = { month: 'short', day: 'numeric', hour: 'numeric', minute: '2-digit' } as const;
const days = new Intl.DateTimeFormat(language(), dayFields);

export function tokensText(value: number): string {
  return shortNumber(value, language());
}

export function numberText(value: number): string {
  return numbers.format(value);
}

export function dateText(timestamp: string): string {
  return dates.format(Date.parse(timestamp));
}

/** The age of an ISO time; the full time is in the tooltip. */
export function ago(timestamp: string, now: number): TemplateResult {
  return html`<time class="quiet" datetime=${timestamp} title=${dateText(timestamp)}>${agoText(timestamp, now)}</time>`;
}

/** The age of an ISO time in words; of another day its date. */
export function agoText(timestamp: string, now: number): string {
  const then = Date.parse(timestamp);
  if (Number.isNaN(then)) return '';
  if (new Date(then).toDateString() !== new Date(now).toDateString()) return days.format(then);
  const minutes = Math.floor((now - then) / 60_000);
  if (minutes < 1) return ages.format(0, 'second');
  return minutes < 60 ? ages.format(-minutes, 'minute') : ages.format(-Math.floor(minutes / 60), 'hour');
}

/** The parts that are not empty, as the user's language lists them. */
export function listText(parts: readonly string[]): string {
  return parts.filter((part) => part !== '').join(t(', '));
}

/** `12` or `12–48`. */
export function lineSpan(first: number, last: number): string {
  return first === last ? String(first) : `${first}–${last}`;
}

/** Numbers of things, each in the grammatical number that the language has for it. */
export const countTexts = {
  problem: (count: number) => (count === 1 ? t('1 problem') : t('{0} problems', count)),
  tab: (count: number) => (count === 1 ? t('1 tab') : t('{0} tabs', count)),
  piece: (count: number) =>
    count === 1 ? t('1 piece shortened or left out') : t('{0} pieces shortened or left out', count),
  secret: (count: number) => (count === 1 ? t('Project: 1 secret hidden') : t('Project: {0} secrets hidden', count)),
  edit: (count: number) => (count === 1 ? t('1 agent edit refused') : t('{0} agent edits refused', count)),
};

/** Lines added and removed, also in words; nothing without any. */
export function changeCounts(added: number, removed: number): TemplateResult | typeof nothing {
  if (added === 0 && removed === 0) return nothing;
  const label = t('Lines added: {0}, removed: {1}', added, removed);
  return html`<span class="counts" role="img" title=${label} aria-label=${label}
    ><span class="plus">+${added}</span> <span class="minus">−${removed}</span></span
  >`;
}

/** A path's folder (without its last separator) and name. */
export function splitPath(file: string): { readonly folder: string; readonly name: string } {
  const cut = Math.max(file.lastIndexOf('/'), file.lastIndexOf('\\'));
  return { folder: file.slice(0, Math.max(0, cut)), name: file.slice(cut + 1) };
}

/** The error of a part that can be asked for again; nothing if it has not failed. */
export function failedPart(problem: Failure | null, { retry }: { readonly retry: () => void }) {
  return problem === null ? nothing : problemBanner(problem, { retry });
}

/** An error in the place of what failed; one beside data can be dismissed. */
export function problemBanner(
  { code, message, recovery }: Failure,
  { retry, dismiss }: { readonly retry?: () => void; readonly dismiss?: () => void } = {},
): TemplateResult {
  return html`
    <div class="banner problem" role="alert">
      ${icon('error')}
      <div>
        <p>${message}</p>
        ${recovery ? html`<p>${recovery}</p>` : nothing}
        <p class="quiet"><code>${code}</code></p>
        <div class="buttons">
          ${retry === undefined ? nothing : html`<vscode-button secondary icon="refresh" @click=${retry}>${t('Retry')}</vscode-button>`}
          ${dismiss === undefined ? nothing : html`<vscode-button secondary @click=${dismiss}>${t('Dismiss')}</vscode-button>`}
        </div>
      </div>
    </div>
  `;
}

import { t } from '@vscode/l10n';
import { html, nothing, type TemplateResult } from 'lit';
import { shortNumber } from '../../src/protocol/prompt/shortNumber.ts';
import { isSameDay, relativeTime, shortAge } from './relativeTime.ts';

/** A codicon; with a label it is an image of its own, without one it only decorates the text beside it. */
export function icon(name: string, label?: string): TemplateResult {
  if (label === undefined) return html`<span class="codicon codicon-${name}" aria-hidden="true"></span>`;
  return html`<span class="codicon codicon-${name}" role="img" aria-label=${label} title=${label}></span>`;
}

/** A button of a toolbar: an icon with a tooltip. */
export function toolButton(name: string, title: string, click: () => void): TemplateResult {
  return html`<button type="button" class="tool" title=${title} aria-label=${title} @click=${click}>${icon(name)}</button>`;
}

/** A button of a list that takes one Tab stop (see `moveInList`). */
export function memberButton(name: string, title: string, click: () => void): TemplateResult {
  return html`<button type="button" class="tool member" tabindex="-1" title=${title} aria-label=${title} @click=${click}>${icon(name)}</button>`;
}

/** A name that others chose: it stands for itself, whatever is written beside it, and what cannot be seen in it is shown by its number. */
export function foreignName(name: string): TemplateResult {
  return html`<bdi dir="ltr">${withoutUnseen(name)}</bdi>`;
}

/** Controls, marks of direction and what has no width stand as `[U+202E]`, as in the editor; the joiners of scripts and emoji stay. */
export function withoutUnseen(name: string): string {
  const unseen = /[\p{Cc}\u00ad\u061c\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff]/gu;
  return name.replace(unseen, (one) => `[U+${one.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}]`);
}

let timeFormat: Intl.RelativeTimeFormat | null = null;
let dates: Intl.DateTimeFormat | null = null;
let days: Intl.DateTimeFormat | null = null;
let numbers: Intl.NumberFormat | null = null;
let percents: Intl.NumberFormat | null = null;

export function tokensText(value: number): string {
  return shortNumber(value, language());
}

export function numberText(value: number): string {
  numbers ??= new Intl.NumberFormat(language());
  return numbers.format(value);
}

/** A part of a whole (0..1) in percent. */
export function percentText(part: number): string {
  percents ??= new Intl.NumberFormat(language(), { style: 'percent', maximumSignificantDigits: 2 });
  return percents.format(part);
}

/** How long ago an ISO time was; the full time stands in the tooltip. */
export function ago(timestamp: string, now: number): TemplateResult {
  return html`<time class="quiet" datetime=${timestamp} title=${dateText(timestamp)}>${shownTime(timestamp, now, shortAge)}</time>`;
}

/** How long ago it was; of another day its date. */
export function agoText(timestamp: string, now: number): string {
  return shownTime(timestamp, now, relativeTime);
}

function shownTime(timestamp: string, now: number, ofToday: typeof relativeTime): string {
  const then = Date.parse(timestamp);
  if (Number.isNaN(then)) return '';
  if (!isSameDay(then, now)) {
    days ??= new Intl.DateTimeFormat(language(), {
      month: 'short',
      day: 'numeric',
      hour: 'numeric',
      minute: '2-digit',
    });
    return days.format(then);
  }
  timeFormat ??= new Intl.RelativeTimeFormat(language(), { numeric: 'auto', style: 'narrow' });
  return ofToday(then, now, timeFormat);
}

export function dateText(timestamp: string): string {
  dates ??= new Intl.DateTimeFormat(language(), { dateStyle: 'medium', timeStyle: 'medium' });
  return dates.format(Date.parse(timestamp));
}

/** `12` or `12–48`. */
export function lineSpan(first: number, last: number): string {
  return first === last ? String(first) : `${first}–${last}`;
}

/** How many there are of something, in the number that the language has for it. */
export function countText(what: 'problem' | 'tab' | 'line' | 'piece' | 'secret' | 'edit', count: number): string {
  const one = count === 1;
  switch (what) {
    case 'problem':
      return one ? t('1 problem') : t('{0} problems', count);
    case 'tab':
      return one ? t('1 tab') : t('{0} tabs', count);
    case 'line':
      return one ? t('1 line') : t('{0} lines', count);
    case 'piece':
      return one ? t('1 piece shortened or left out') : t('{0} pieces shortened or left out', count);
    case 'secret':
      return one ? t('1 secret hidden') : t('{0} secrets hidden', count);
    case 'edit':
      return one ? t('1 agent edit refused') : t('{0} agent edits refused', count);
  }
}

/** How much came and went, and in words; nothing to see when nothing did. */
export function changeCounts(label: string, added: number, removed: number): TemplateResult | typeof nothing {
  if (added === 0 && removed === 0) return nothing;
  return html`<span class="counts" role="img" title=${label} aria-label=${label}
    ><span class="plus">+${added}</span> <span class="minus">−${removed}</span></span
  >`;
}

/** A path's folder (without its last separator) and name. */
export function splitPath(file: string): { readonly folder: string; readonly name: string } {
  const cut = Math.max(file.lastIndexOf('/'), file.lastIndexOf('\\'));
  return { folder: file.slice(0, Math.max(0, cut)), name: file.slice(cut + 1) };
}

/** The language of the editor, as a tag. */
export function language(): string {
  return globalThis.document?.documentElement.lang || navigator.language;
}

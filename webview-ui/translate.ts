import type { Text } from './strings.ts';

let translations: Readonly<Record<string, string>> = {};

/** The translated strings by their English text, as the extension sends them with `init`. */
export function useTranslations(strings: Readonly<Record<string, string>>): void {
  translations = strings;
}

/** A text in the user's language, with `{0}`, `{1}`… filled in; English where no translation is known. */
export function t(text: Text, ...values: readonly (string | number)[]): string {
  return (translations[text] ?? text).replace(/\{(\d+)\}/g, (place, index) => String(values[Number(index)] ?? place));
}

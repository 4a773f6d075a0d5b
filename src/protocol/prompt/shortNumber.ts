/** Kept by language: making one takes longer than twenty numbers. */
const formats = new Map<string, Intl.NumberFormat>();

/** Formats a number of tokens for the view and the status bar: `869`, `11.9k`. */
export function shortNumber(value: number, language: string): string {
  const format = formats.get(language) ?? new Intl.NumberFormat(language, { maximumFractionDigits: 1 });
  formats.set(language, format);
  return value >= 1_000 ? `${format.format(value / 1_000)}k` : format.format(value);
}

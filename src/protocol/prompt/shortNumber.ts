/** Formats a number of tokens for the view and the status bar: `869`, `11.9k`. */
export function shortNumber(value: number, language: string): string {
  const isShort = value >= 1_000;
  const format = new Intl.NumberFormat(language, { maximumFractionDigits: 1 });
  return isShort ? `${format.format(value / 1_000)}k` : format.format(value);
}

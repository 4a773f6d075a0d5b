/**
 * Writes a fenced code block (CommonMark 4.5). The fence is longer than any run of backticks in the
 * text, so that the text cannot end it. A line feed that is not the text's own comes before the
 * closing fence.
 */
export function fenced(text: string, info: string): string {
  const fence = '`'.repeat(Math.max(3, longestBacktickRun(text) + 1));
  return `${fence}${info.replace(/[^\w+#.-]/g, '')}\n${text}\n${fence}`;
}

function longestBacktickRun(text: string): number {
  let longest = 0;
  for (let at = text.indexOf('`'); at >= 0; at = text.indexOf('`', at)) {
    const start = at;
    while (text.charCodeAt(at) === 96) at++;
    longest = Math.max(longest, at - start);
  }
  return longest;
}

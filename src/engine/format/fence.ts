/**
 * A fenced code block (CommonMark 4.5) whose fence is longer than any backtick run inside, so that the text cannot end it.
 * The text is followed by one line feed that is not its own: a reader takes what stands between the fences without it.
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

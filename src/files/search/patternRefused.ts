import { AppError } from '../../base/appError.ts';

/** UTF-16 units. */
const maxLength = 1_000;

/** @throws AppError `PATTERN_INVALID` for a pattern that no engine is to be asked for. */
export function checkPattern(pattern: string): void {
  if (pattern.length > maxLength)
    throw new AppError('PATTERN_INVALID', `The pattern is longer than ${maxLength} characters.`);
  if (pattern.includes('\0')) throw new AppError('PATTERN_INVALID', 'Write \\x00 for the character NUL.');
}

/** @param complaint what the engine said of the pattern */
export function patternRefused(complaint: string): AppError {
  if (/look-?around|back-?reference|`\(\?<?[=!]|escape sequence: `\\[0-9]/i.test(complaint))
    return new AppError('PATTERN_INVALID', 'Look-around and back-references are not searched; write (?: for a group.');
  const reason = complaint.replace(/^error parsing regexp: /, '').slice(0, 200);
  return new AppError('PATTERN_INVALID', `The pattern is too large or not understood${reason && `: ${reason}`}.`);
}

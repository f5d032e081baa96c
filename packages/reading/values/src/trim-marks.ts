/**
 * `text` without the characters at its end that `mark`, a pattern of one character, matches. Linear, which a pattern
 * with `+$` is not: it is tried anew at every character of every run that stands elsewhere.
 */
export function trimMarksEnd(text: string, mark: RegExp): string {
  let end = text.length
  while (end > 0 && mark.test(text[end - 1]!)) end--
  return end === text.length ? text : text.slice(0, end)
}

/** The same at both ends. */
export function trimMarks(text: string, mark: RegExp): string {
  const ended = trimMarksEnd(text, mark)
  let start = 0
  while (start < ended.length && mark.test(ended[start]!)) start++
  return start === 0 ? ended : ended.slice(start)
}

/** Headers with the priority behind all others, cookies included. Source: recorded from Chromium 156. */
export function priorityLast(headers: readonly [string, string][]): [string, string][] {
  const isPriority = ([name]: readonly [string, string]) => name === 'priority'
  return [...headers.filter((header) => !isPriority(header)), ...headers.filter(isPriority)]
}

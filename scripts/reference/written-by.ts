/** What a reference page says of itself. */
export function writtenBy(source: string): string {
  return `<!-- Written by \`pnpm docs\` from ${source}; change that, not this page. -->`
}

/** For comparing titles: letters and digits only, lower case, single spaces. */
export function plainTitle(text: string): string {
  return text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
}

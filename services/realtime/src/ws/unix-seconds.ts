/** Times of messages: whole seconds since 1970. */
export function unixSeconds(date = new Date()): number {
  return Math.floor(date.getTime() / 1000)
}

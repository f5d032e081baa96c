/** What the sealed credentials of a destination are bound to. */
export function secretContext(destinationId: string): string {
  return `export-destination:${destinationId}`
}

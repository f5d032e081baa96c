/** A signed link to a file of ours, from where this page is: the service may be known by several names. */
export function pathOfFile(url: string): string {
  const { pathname, search } = new URL(url, location.origin)
  return pathname + search
}

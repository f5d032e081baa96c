/** Whether an address is a site's front page: nobody wrote it on a day. */
export function isHome(url: string): boolean {
  const path = URL.parse(url)?.pathname ?? '/'
  return path === '/' || /^\/(?:index\.\w+|[a-z]{2}(?:-[a-z]{2})?\/?)$/i.test(path)
}

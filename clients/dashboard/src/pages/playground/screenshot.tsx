/** A picture of the page, by the signed link that its result has. */
export function Screenshot({ url, title }: { url: string; title: string }) {
  const { pathname, search } = new URL(url)
  // From where this page is: the service may be known by several names.
  return <img class="picture-of-page" src={pathname + search} alt={title} />
}

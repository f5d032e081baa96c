const HOST = /^(?:docs?|documentation|developers?|api|manual|help)\.|\.readthedocs\.io$/i
const PATH = /\/(?:docs?|documentation|manuals?|man-pages|reference|javadocs?|apidocs?)\//i
const GENERATOR =
  /docusaurus|mkdocs|sphinx|vitepress|gitbook|javadoc|doxygen|starlight|nextra|antora|docbook/i

/** Whether a page is part of a manual, by its address or the program that made it: such pages are changed, not published. */
export function isDocumentation(url: string, generator: string | undefined): boolean {
  const address = URL.parse(url)
  if (!address) return false
  return (
    HOST.test(address.hostname) ||
    PATH.test(address.pathname) ||
    (generator !== undefined && GENERATOR.test(generator))
  )
}

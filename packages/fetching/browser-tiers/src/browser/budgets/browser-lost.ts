/** A browser or page died under the work: killed from outside, out of memory, or crashed by what it showed. */
export class BrowserLost extends Error {
  override readonly name = 'BrowserLost'
  override readonly message = 'The browser died while it showed the page'
}

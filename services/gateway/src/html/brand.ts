import { type Html, html } from '@gleaner/security/html'

/** Whose page it is, over its title. */
export function brand(serviceHost?: string): Html {
  return html`<p class="service"><a href="/">Gleaner</a>${serviceHost !== undefined && html`<span>${serviceHost}</span>`}</p>`
}

import { API_ROOT, type Endpoint } from '@gleaner/contracts'
import { type Html, html } from '@gleaner/security/html'
import { brand } from './brand.ts'
import type { HtmlDocument } from './send-document.ts'

export interface MailedLinkPage {
  title: string
  /** Takes the link's token. */
  endpoint: Pick<Endpoint, 'path'>
  /** What stands in the form, above its button. */
  fields: Html
  submit: string
  /** The title once it is done. */
  done: string
  /** What is said of a token that is not good. */
  badLink: string
}

/** The page of a mailed link. The token stands behind `#`; the script tells it to the API alone, once the button is pressed. */
export function mailedLinkPage(
  serviceHost: string,
  { title, endpoint, fields, submit, done, badLink }: MailedLinkPage,
): HtmlDocument {
  return {
    title,
    scripts: ['mailed-link-page.js'],
    body: html`<main data-url="${API_ROOT.slice(1) + endpoint.path}" data-done="${done}" data-bad-link="${badLink}">
${brand(serviceHost)}
<h1 id="title" tabindex="-1">${title}</h1>
<noscript><p class="notice warn">This page needs JavaScript, which is switched off in this browser.</p></noscript>
<p class="notice bad" role="alert" hidden id="message"></p>
<form class="part" method="post" hidden id="form">
${fields}
<p class="actions"><button class="button main" type="submit" id="submit">${submit}</button></p>
</form>
</main>`,
  }
}

import type { ApiError } from '@gleaner/contracts'
import { html } from '@gleaner/security/html'
import { brand } from './brand.ts'
import type { HtmlDocument } from './send-document.ts'

/** An error for the person in front of a browser; `back` leads to who sent them here. */
export function errorPage(
  { status, message }: Pick<ApiError, 'status' | 'message'>,
  requestId: string,
  back?: { href: string; label: string },
): HtmlDocument {
  const title = titleOf(status)
  const { href, label } = back ?? wayOn(status)
  return {
    title,
    keepsOpener: back !== undefined,
    body: html`<main>
${brand()}
<h1>${title}</h1>
<p class="notice bad">${message}</p>
<p class="actions"><a class="button" href="${href}">${label}</a></p>
<p class="fine">Request ${requestId}</p>
</main>`,
  }
}

function titleOf(status: number): string {
  if (status === 401) return 'This needs a key or a sign-in'
  if (status === 429) return 'Too many requests'
  return status >= 500 ? 'This does not work at the moment' : 'This link does not work'
}

function wayOn(status: number): { href: string; label: string } {
  return status === 401 ? { href: '/app/sign-in', label: 'Sign in' } : { href: '/', label: 'Go to the start' }
}

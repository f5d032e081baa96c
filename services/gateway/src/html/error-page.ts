import type { ApiError } from '@gleaner/contracts'
import { html } from '@gleaner/security/html'
import type { HtmlDocument } from './send-document.ts'

/** An error for the person in front of a browser; `back` leads to who sent them here. */
export function errorPage(
  { status, message }: Pick<ApiError, 'status' | 'message'>,
  requestId: string,
  back?: { href: string; label: string },
): HtmlDocument {
  const title = titleOf(status)
  return {
    title,
    keepsOpener: back !== undefined,
    body: html`<main>
<h1>${title}</h1>
<p class="notice">${message}</p>
${back && html`<p><a class="button" href="${back.href}">${back.label}</a></p>`}
<p class="fine">Request ${requestId}</p>
</main>`,
  }
}

function titleOf(status: number): string {
  if (status === 401) return 'This needs a key or a sign-in'
  if (status === 429) return 'Too many requests'
  return status >= 500 ? 'This does not work at the moment' : 'This link does not work'
}

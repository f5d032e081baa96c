import { API_ROOT, ENDPOINTS } from '@gleaner/contracts'
import { html } from '@gleaner/pages/html'
import type { HtmlDocument } from './send-document.ts'

/** The page of a password reset's link. The token stands behind `#`; the script tells it to the API alone, once there is a password. */
export function resetPasswordPage(serviceHost: string): HtmlDocument {
  const url = API_ROOT.slice(1) + ENDPOINTS.resetPassword.path
  return {
    title: 'Set a new password',
    script: 'reset-password-page.js',
    body: html`<main data-reset-url="${url}">
<p class="service">${serviceHost}</p>
<h1 id="title" tabindex="-1">Set a new password</h1>
<noscript><p class="notice">This page needs JavaScript, which is switched off in this browser.</p></noscript>
<p class="notice" role="alert" hidden id="message"></p>
<form class="part" method="post" hidden id="reset">
<label for="password">New password</label>
<input id="password" type="password" autocomplete="new-password" required minlength="10" maxlength="1024">
<label for="again">The same again</label>
<input id="again" type="password" autocomplete="new-password" required maxlength="1024">
<p>Ten characters at least. Everybody who is signed in with the old password will be signed out.</p>
<p class="actions"><button class="main" type="submit" id="submit">Set password</button></p>
</form>
</main>`,
  }
}

import { ENDPOINTS } from '@gleaner/contracts'
import { html } from '@gleaner/security/html'
import type { MailedLinkPage } from './mailed-link-page.ts'

export const RESET_PASSWORD_PAGE: MailedLinkPage = {
  title: 'Set a new password',
  endpoint: ENDPOINTS.resetPassword,
  fields: html`<div class="field"><label for="password">New password</label><input id="password" type="password" autocomplete="new-password" required minlength="10" maxlength="1024"></div>
<div class="field"><label for="again">The same again</label><input id="again" type="password" autocomplete="new-password" required maxlength="1024"></div>
<p>Ten characters at least. Everybody who is signed in with the old password will be signed out.</p>`,
  submit: 'Set password',
  done: 'Your new password is set',
  badLink: 'This link was used before, has expired, or a newer one was mailed. Ask for a new one.',
}

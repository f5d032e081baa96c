import { ENDPOINTS } from '@gleaner/contracts'
import { html } from '@gleaner/security/html'
import type { MailedLinkPage } from './mailed-link-page.ts'

export const CONFIRM_REGISTRATION_PAGE: MailedLinkPage = {
  title: 'Open your account',
  endpoint: ENDPOINTS.confirmRegistration,
  fields: html`<p>It is opened for the address of the mail. Enter the password that you chose when you asked for it.</p>
<div class="field"><label for="password">Password</label><input type="password" id="password" name="password" autocomplete="current-password" required></div>
<p>Somebody else asked for it? Then close this page, and no account is opened.</p>`,
  submit: 'Open the account',
  done: 'Your account is open. You can sign in.',
  badLink:
    'This link was used before, has expired, or a newer one was mailed. If your account is not open yet, register again.',
}

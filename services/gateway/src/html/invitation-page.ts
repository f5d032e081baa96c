import { API_ROOT, ENDPOINTS } from '@gleaner/contracts'
import { html } from '@gleaner/security/html'
import { brand } from './brand.ts'
import type { HtmlDocument } from './send-document.ts'

/**
 * The page of an invitation's link. What it shows and does comes from the API by its script: the token stands behind `#`, and is told to no
 * server before. Who accepts signs in or opens an account here, and is signed out at the end.
 */
export function invitationPage(serviceHost: string): HtmlDocument {
  const {
    previewInvitation,
    acceptInvitation,
    declineInvitation,
    login,
    loginSecondFactor,
    register,
    logout,
  } = ENDPOINTS
  const url = ({ path }: { path: string }) => API_ROOT.slice(1) + path
  return {
    title: 'Invitation',
    scripts: ['ask-api.js', 'invitation-page.js'],
    body: html`<main data-preview-url="${url(previewInvitation)}" data-accept-url="${url(acceptInvitation)}"
  data-decline-url="${url(declineInvitation)}" data-login-url="${url(login)}" data-register-url="${url(register)}"
  data-logout-url="${url(logout)}" data-second-factor-url="${url(loginSecondFactor)}">
${brand(serviceHost)}
<h1 id="title" tabindex="-1">Invitation</h1>
<noscript><p class="notice warn">This page needs JavaScript, which is switched off in this browser.</p></noscript>
<p id="text" hidden></p>
<p class="notice bad" role="alert" hidden id="message"></p>
<div hidden id="answer">
<p>Members use the organization’s credits, API keys and proxies. This link works until <span id="expires"></span>.</p>
<form class="part" method="post" id="accept">
<h2 id="how">Sign in to accept</h2>
<div class="field"><label for="email">E-mail address</label><input id="email" type="email" autocomplete="username" readonly></div>
<div class="field"><label for="password">Password</label><input id="password" type="password" autocomplete="current-password" required maxlength="1000"></div>
<div class="field" hidden id="second-factor"><label for="second-code">Code of your authenticator app, or a recovery code</label><input id="second-code" autocomplete="one-time-code" autocapitalize="none" spellcheck="false" maxlength="64"></div>
<p class="actions"><button class="button main" type="submit" id="submit">Sign in and accept</button><button class="button" type="button" id="decline">Decline</button></p>
<p><button class="as-link" type="button" id="other-way">I have no account yet</button></p>
</form>
</div>
</main>`,
  }
}

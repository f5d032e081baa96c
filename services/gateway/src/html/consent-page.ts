import { type AuthorizeRequest, CONSENTS, ENDPOINTS } from '@gleaner/contracts'
import { html } from '@gleaner/security/html'
import type { HtmlDocument } from './send-document.ts'

export interface Consent {
  /** Where this service is, for people. */
  serviceHost: string
  clientName: string
  /** Of the key that it gets. */
  keyName: string
  request: AuthorizeRequest
  /** Where a person goes who allows it (the code is added at the end), and who denies it. */
  allowedUrl: string
  deniedUrl: string
}

/**
 * Asks a person whether a tool may use their account. Its script signs them in and gives consent by the API's own endpoints, and holds the
 * token in memory alone: there is no cookie, so no other site can make a browser consent. Without the script only Cancel works.
 */
export function consentPage(consent: Consent): HtmlDocument {
  const { serviceHost, clientName, keyName, request, allowedUrl, deniedUrl } = consent
  const returnHost = new URL(request.redirect_uri).host
  const cancel = (label: string) => html`<a class="button" href="${deniedUrl}">${label}</a>`
  return {
    title: `Connect ${clientName}`,
    scripts: ['ask-api.js', 'consent-page.js'],
    keepsOpener: true,
    body: html`<main data-login-url="${fromPage(ENDPOINTS.login)}" data-logout-url="${fromPage(ENDPOINTS.logout)}"
  data-organizations-url="${fromPage(ENDPOINTS.listOrganizations)}" data-authorize-url="${fromPage(ENDPOINTS.authorizeClient)}"
  data-request="${JSON.stringify(request)}" data-allowed-url="${allowedUrl}">
<p class="service">${serviceHost}</p>
<h1>Let ${clientName} use your account?</h1>
<p>You come from <strong>${clientName}</strong>, and will be sent back to <strong>${returnHost}</strong>.
Go on only if you have just started this there.</p>
<h2>It will be able to</h2>
<ul>
${Object.values(CONSENTS).map((line) => html`<li>${line},</li>`)}
</ul>
<h2>It will not be able to</h2>
<ul>
<li>see or change your password or your API keys,</li>
<li>change what you have stored here, or set up webhooks,</li>
<li>act for any account but the one that you choose,</li>
<li>pay with anything but credits.</li>
</ul>
<p>It gets an API key, <strong>${keyName}</strong>, in place of the one that it may have. The key does not expire. You find it among your
keys, and can limit or revoke it at any time.</p>
<noscript><p class="notice">Signing in needs JavaScript, which is switched off in this browser.</p>
<p class="actions">${cancel('Cancel')}</p></noscript>
<form class="part" method="post" hidden id="sign-in">
<h2>Sign in to go on</h2>
<label for="email">E-mail address</label>
<input id="email" type="email" autocomplete="username" autocapitalize="none" spellcheck="false" required maxlength="254">
<label for="password">Password</label>
<input id="password" type="password" autocomplete="current-password" required maxlength="1024">
<p class="actions"><button class="main" type="submit">Sign in</button>${cancel('Cancel')}</p>
</form>
<section class="part" hidden id="decision" aria-labelledby="signed-in">
<h2 id="signed-in" tabindex="-1">Signed in as <span id="who"></span></h2>
<p><button class="plain" type="button" id="sign-out">Use another account</button></p>
<p hidden id="choice"><label for="account">Whose credits it uses</label><select id="account"></select></p>
<p class="actions"><button class="main" type="button" id="allow">Allow</button>${cancel('Deny')}</p>
</section>
<p class="notice" role="alert" hidden id="message"></p>
</main>`,
  }
}

/** An endpoint as the page reaches it, wherever the API's root is put by what stands in front. */
function fromPage({ path }: { path: string }): string {
  const levels = ENDPOINTS.showConsentPage.path.split('/').length - 2
  return '../'.repeat(levels) + path.slice(1)
}

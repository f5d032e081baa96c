import { type AuthorizeRequest, ENDPOINTS } from '@gleaner/contracts'
import { type Html, html } from '@gleaner/security/html'
import { brand } from './brand.ts'
import type { HtmlDocument } from './send-document.ts'
import { signInParts, WHAT_A_TOOL_MAY, WHOSE_ACCOUNT } from './sign-in-parts.ts'

/** A tool that the operator has not registered, with the address at which it says who it is, if it has one. */
export interface Stranger {
  address: string | undefined
}

export interface Consent {
  /** Where this service is, for people. */
  serviceHost: string
  clientName: string
  stranger: Stranger | undefined
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
  const { serviceHost, clientName, stranger, keyName, request, allowedUrl, deniedUrl } = consent
  const returnHost = new URL(request.redirect_uri).host
  const cancel = (label: string) => html`<a class="button" href="${deniedUrl}">${label}</a>`
  return {
    title: `Connect ${clientName}`,
    scripts: ['ask-api.js', 'sign-in.js', 'consent-page.js'],
    keepsOpener: true,
    body: html`<main data-login-url="${fromPage(ENDPOINTS.login)}" data-logout-url="${fromPage(ENDPOINTS.logout)}"
  data-second-factor-url="${fromPage(ENDPOINTS.loginSecondFactor)}"
  data-organizations-url="${fromPage(ENDPOINTS.listOrganizations)}" data-authorize-url="${fromPage(ENDPOINTS.authorizeClient)}"
  data-request="${JSON.stringify(request)}" data-allowed-url="${allowedUrl}">
${brand(serviceHost)}
<h1>Let ${clientName} use your account?</h1>
<p>You come from <strong>${clientName}</strong>, and will be sent back to <strong>${returnHost}</strong>.
Go on only if you have just started this there.</p>
${stranger && strangerNotice(stranger)}
${WHAT_A_TOOL_MAY}
<p>It gets an API key, <strong>${keyName}</strong>, in place of the one that it may have. The key does not expire. You find it among your
keys, and can limit or revoke it at any time.</p>
<noscript><p class="notice warn">Signing in needs JavaScript, which is switched off in this browser.</p>
<p class="actions">${cancel('Cancel')}</p></noscript>
${signInParts(cancel('Cancel'))}
<section class="part" hidden id="decision" aria-labelledby="signed-in">
${WHOSE_ACCOUNT}
<p class="actions"><button class="button main" type="button" id="allow">Allow</button>${cancel('Deny')}</p>
</section>
<p class="notice bad" role="alert" hidden id="message"></p>
</main>`,
  }
}

/** A name proves nothing: anybody may call their tool so. */
export function strangerNotice({ address }: Stranger): Html {
  return html`<p class="notice warn">The operator of this service does not know this tool. It has chosen its name itself${
    address === undefined ? html`.` : html`, at <strong>${address}</strong>.`
  }</p>`
}

/** An endpoint as the page reaches it, wherever the API's root is put by what stands in front. */
function fromPage({ path }: { path: string }): string {
  const levels = ENDPOINTS.showConsentPage.path.split('/').length - 2
  return '../'.repeat(levels) + path.slice(1)
}

import { API_ROOT, ENDPOINTS } from '@gleaner/contracts'
import { html } from '@gleaner/security/html'
import { brand } from './brand.ts'
import type { HtmlDocument } from './send-document.ts'
import { signInParts, WHAT_A_TOOL_MAY, WHOSE_ACCOUNT } from './sign-in-parts.ts'

/** The page of RFC 8628 section 3.3: a person types the code that their device shows, and allows or denies what it asks for. */
export function devicePage(serviceHost: string): HtmlDocument {
  return {
    title: 'Connect a device',
    scripts: ['ask-api.js', 'sign-in.js', 'device-page.js'],
    body: html`<main data-login-url="${fromPage(ENDPOINTS.login)}" data-second-factor-url="${fromPage(ENDPOINTS.loginSecondFactor)}"
  data-logout-url="${fromPage(ENDPOINTS.logout)}" data-organizations-url="${fromPage(ENDPOINTS.listOrganizations)}"
  data-ask-url="${fromPage(ENDPOINTS.askAboutDevice)}" data-decide-url="${fromPage(ENDPOINTS.decideAboutDevice)}">
${brand(serviceHost)}
<h1>Connect a device</h1>
<noscript><p class="notice warn">This page needs JavaScript, which is switched off in this browser.</p></noscript>
${signInParts()}
<form class="part" method="post" hidden id="code">
<h2>Which code does your device show?</h2>
<div class="field"><label for="user-code">Code</label><input id="user-code" autocomplete="off" autocapitalize="characters" spellcheck="false" required maxlength="32"></div>
<p class="actions"><button class="button main" type="submit" id="find">Go on</button></p>
</form>
<section class="part" hidden id="decision" aria-labelledby="question">
<h2 id="question" tabindex="-1">Let <span class="client"></span> use your account?</h2>
<p>Allow it only if you have just started this, and the device in front of you shows <strong id="shown-code"></strong>: whoever sent
you a code or a link gets in.</p>
${WHAT_A_TOOL_MAY}
<p>It gets an API key, <strong id="key-name"></strong>, in place of the one that it may have.</p>
${WHOSE_ACCOUNT}
<p class="actions"><button class="button main" type="button" id="allow">Allow</button><button class="button" type="button" id="deny">Deny</button></p>
</section>
<section class="part" hidden id="end"><p id="outcome" tabindex="-1"></p></section>
<p class="notice bad" role="alert" hidden id="message"></p>
</main>`,
  }
}

/** An endpoint as the page reaches it, wherever the API's root is put by what stands in front. */
function fromPage({ path }: { path: string }): string {
  return API_ROOT.slice(1) + path
}

import { CONSENTS } from '@gleaner/contracts'
import { type Html, html } from '@gleaner/security/html'

/** What a tool will be able to do, and what not. */
export const WHAT_A_TOOL_MAY = html`<h2>It will be able to</h2>
<ul>
${Object.values(CONSENTS).map((line) => html`<li>${line},</li>`)}
</ul>
<h2>It will not be able to</h2>
<ul>
<li>see or change your password or your API keys,</li>
<li>change what you have stored here, or set up webhooks,</li>
<li>act for any account but the one that you choose,</li>
<li>pay with anything but credits.</li>
</ul>`

/** The forms by which `sign-in.js` signs a person in: the password, and the second factor of who has one. */
export function signInParts(cancel?: Html): Html {
  return html`<form class="part" method="post" hidden id="sign-in">
<h2>Sign in to go on</h2>
<div class="field"><label for="email">E-mail address</label><input id="email" type="email" autocomplete="username" autocapitalize="none" spellcheck="false" required maxlength="254"></div>
<div class="field"><label for="password">Password</label><input id="password" type="password" autocomplete="current-password" required maxlength="1024"></div>
<p class="actions"><button class="button main" type="submit">Sign in</button>${cancel}</p>
</form>
<form class="part" method="post" hidden id="second-factor">
<h2>Enter your second factor</h2>
<div class="field"><label for="second-code">Code of your authenticator app, or a recovery code</label><input id="second-code" autocomplete="one-time-code" autocapitalize="none" spellcheck="false" required maxlength="64"></div>
<p class="actions"><button class="button main" type="submit">Go on</button>${cancel}</p>
</form>`
}

/** Whose account it is about: who has signed in, and which of theirs. */
export const WHOSE_ACCOUNT = html`<h2 id="signed-in" tabindex="-1">Signed in as <span id="who"></span></h2>
<p><button class="as-link" type="button" id="sign-out">Use another account</button></p>
<div class="field" hidden id="choice"><label for="account">Whose credits it uses</label><select id="account"></select></div>`

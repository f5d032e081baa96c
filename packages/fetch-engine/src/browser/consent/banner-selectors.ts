/**
 * Containers of the consent platforms that most sites use, by what their own scripts put into a page. Sources: the
 * platforms' documentation, and the `prehideSelectors` of autoconsent's rules.
 */
export const KNOWN_CONTAINERS = [
  '#onetrust-consent-sdk',
  '#onetrust-banner-sdk',
  '#CybotCookiebotDialog',
  '#CybotCookiebotDialogBodyUnderlay',
  '.qc-cmp2-container',
  '#qc-cmp2-container',
  '#didomi-host',
  '#usercentrics-root',
  '#usercentrics-cmp-ui',
  '.fc-consent-root',
  '[id^="sp_message_container"]',
  '#truste-consent-track',
  '#consent_blackbar',
  '.osano-cm-window',
  '#iubenda-cs-banner',
  '.cc-window',
  '.cc-banner',
  '#cookie-law-info-bar',
  '.cky-consent-container',
  '.cky-overlay',
  '#cmpbox',
  '#cmpbox2',
  '#cmpwrapper',
  '.klaro .cookie-notice',
  '.klaro .cookie-modal',
  '#tarteaucitronRoot',
  '#axeptio_overlay',
  '.cookiefirst-root',
  '#hs-eu-cookie-confirmation',
  '#BorlabsCookieBox',
  '#cmplz-cookiebanner-container',
  '.cmplz-cookiebanner',
  '#moove_gdpr_cookie_info_bar',
  '#termly-code-snippet-support',
  '#ketch-consent-banner',
  '#transcend-consent-manager',
  '#pubtech-cmp',
  '#gdpr-cookie-message',
  '#cookiescript_injected',
  '#cookie-script-injected',
  '.evidon-banner',
  '#_evidon_banner',
  '.js-consent-banner',
  '#cc--main',
  '#cc-main',
  '#ppms_cm_popup_overlay',
  '.trustarc-banner-wrapper',
  'div[data-testid="cookie-policy-manage-dialog"]',
] as const

/** Attributes that pages of their own making give to a banner or a notice. */
export const GENERIC_CONTAINERS = [
  ...['cookie', 'consent', 'gdpr', 'ccpa', 'cmp-', 'privacy'].flatMap((word) => [
    `[id*="${word}" i]`,
    `[class*="${word}" i]`,
    `[aria-label*="${word}" i]`,
  ]),
  'dialog[open]',
  '[role="dialog"]',
  '[role="alertdialog"]',
] as const

/** A banner speaks of cookies or consent, in the languages that most of the web is written in. */
export const CONSENT_WORDS =
  /cookie|consent|gdpr|ccpa|einwilligung|datenschutz|zustimm|vie privée|consentement|privacidad|consentimiento|privacidade|riservatezza|consenso|privacybeleid|toestemming|samtycke|samtykke|evästee|súbory|souhlas|zgod|hozzájárul|куки|согласи|çerez|同意|クッキー|쿠키/

/** And it has something to press. */
export const ANSWER_WORDS =
  /accept|agree|allow|reject|decline|refuse|deny|got it|\bok\b|manage|settings|preferences|akzept|ablehn|zustimm|einstellung|accepter|refuser|aceptar|rechazar|aceitar|rejeitar|accetta|rifiuta|accepteren|weiger|godkänn|avvisa|accepter|afvis|hyväksy|přijmout|odmítnout|akcept|odrzu|elfogad|принять|kabul|同意|拒否|동의/

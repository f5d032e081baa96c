/**
 * The boxes of the consent platforms that most sites use, by the names that the platforms' own scripts give them: `#id`,
 * `.class`, or a name that stands for either; a `*` at the end for whatever follows. Sources: the platforms' documentation,
 * the `prehideSelectors` of autoconsent's rules, and public filter lists.
 */
export const CONSENT_CONTAINERS: readonly string[] = [
  '#axeptio_overlay',
  '#BorlabsCookieBox',
  '.cc-banner',
  '#cc--main',
  '#cc-main',
  '.cc-window',
  '.cky-consent-bar',
  '.cky-consent-container',
  '.cky-overlay',
  '#cmpbox',
  '#cmpbox2',
  '#cmpwrapper',
  'cmplz-cookiebanner',
  '#cmplz-cookiebanner-container',
  '#consent_blackbar',
  'cookie-law-div',
  '#cookie-law-info-bar',
  '#cookie-script-injected',
  'cookiefirst-root',
  '#cookiescript_injected*',
  '#CybotCookiebotDialog',
  '#CybotCookiebotDialogBodyUnderlay',
  '#didomi-host',
  'didomi-notice',
  'didomi-popup',
  '#ensNotifyBanner',
  'evidon-banner',
  '#_evidon_banner',
  '.fc-consent-root',
  'gdpr-cookie-message',
  'gdpr-cookie-notice',
  '#hs-eu-cookie-confirmation',
  '#iubenda-cs-banner',
  '.js-consent-banner',
  '#ketch-consent',
  '#ketch-consent-banner',
  'klaro',
  'lgcookieslaw_banner',
  'moove_gdpr_cookie_*',
  '#onetrust-banner-sdk',
  '#onetrust-consent-sdk',
  '#onetrust-pc-sdk',
  '.osano-cm-window*',
  '#ppms_cm_popup_overlay',
  '#pubtech-cmp',
  'qc-cmp-container',
  'qc-cmp-ui',
  'qc-cmp2-container',
  'qc-cmp2-ui',
  'shopify-pc__banner',
  'sp_message_container_*',
  'tarteaucitronRoot',
  '#termly-code-snippet-support',
  '#transcend-consent',
  '#transcend-consent-manager',
  'trustarc-banner*',
  '#truste-consent-track',
  'uc-banner*',
  '#usercentrics-cmp-ui',
  '#usercentrics-root',
  'wt-cli-cookie-bar*',
]

interface Names {
  whole: Set<string>
  starts: string[]
}

const IDS = namesOf('#')
const CLASSES = namesOf('.')

/** Whether an element with this id and these classes, each as written in its attribute, is such a box. */
export function isConsentContainer(id: string, classes: string): boolean {
  if (id !== '' && isOneOf(IDS, id)) return true
  return classes !== '' && classes.split(/\s+/).some((name) => isOneOf(CLASSES, name))
}

function isOneOf({ whole, starts }: Names, written: string): boolean {
  const name = written.toLowerCase()
  return whole.has(name) || starts.some((start) => name.startsWith(start))
}

function namesOf(sign: '#' | '.'): Names {
  const names = CONSENT_CONTAINERS.filter((name) => name.startsWith(sign) || /^\w/.test(name)).map((name) =>
    name.replace(sign, '').toLowerCase(),
  )
  return {
    whole: new Set(names.filter((name) => !name.endsWith('*'))),
    starts: names.filter((name) => name.endsWith('*')).map((name) => name.slice(0, -1)),
  }
}

/** The same as a selector of CSS. */
export function consentSelector(): string {
  return CONSENT_CONTAINERS.flatMap((name) => {
    if (name.startsWith('#')) return idSelectors(name.slice(1))
    if (name.startsWith('.')) return classSelectors(name.slice(1))
    return [...idSelectors(name), ...classSelectors(name)]
  }).join(',')
}

function idSelectors(name: string): string[] {
  return [name.endsWith('*') ? `[id^="${name.slice(0, -1)}"]` : `#${name}`]
}

function classSelectors(name: string): string[] {
  if (!name.endsWith('*')) return [`.${name}`]
  const start = name.slice(0, -1)
  return [`[class^="${start}"]`, `[class*=" ${start}"]`]
}

/**
 * Names of boxes that sites make themselves: a word for consent together with a word for a box. One table for all who look for such boxes; who
 * reads a tag by itself has nothing else to go by.
 */
const OWN_NAMES =
  /(?:^|[\s_-])(?:cookies?|gdpr|ccpa|consents?|eu-cookie|privacy)[\s_-]?(?:(?:law|policy|consent|settings|preferences?|manager)[\s_-]?)?(?:banner|bar|bot|notice|notification|popup|pop-up|modal|overlay|dialog|box|info|law|message|alert|wall|warning|disclaimer|prompt|container|wrapper|root)(?:[\s_-]|$)/i

/** Whether an id or the classes of an element name a box of the site's own that asks for consent. */
export function isOwnConsentName(names: string): boolean {
  return OWN_NAMES.test(names)
}

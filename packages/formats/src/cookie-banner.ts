import type { Element } from '@gleaner/markup'

/** Names that consent tools give to their boxes. Source: the vendors' own documentation and public filter lists. */
const VENDOR_NAMES =
  /^(?:onetrust-(?:consent-sdk|banner-sdk|pc-sdk)|CybotCookiebotDialog(?:BodyUnderlay)?|usercentrics-root|uc-banner\w*|didomi-(?:host|popup|notice)|qc-cmp2?-(?:container|ui)|sp_message_container_\d+|truste-consent-track|trustarc-banner\S*|cookie-law-info-bar|cookie-law-div|cmplz-cookiebanner-container|BorlabsCookieBox|termly-code-snippet-support|iubenda-cs-banner|hs-eu-cookie-confirmation|osano-cm-window\S*|cc-window|cc-banner|cky-consent(?:-container|-bar)|cookiescript_injected\w*|axeptio_overlay|tarteaucitronRoot|klaro|fc-consent-root|gdpr-cookie-(?:message|notice)|moove_gdpr_cookie_\w+|wt-cli-cookie-bar\S*|cookiefirst-root|lgcookieslaw_banner|shopify-pc__banner|ketch-consent|transcend-consent|evidon-banner|ensNotifyBanner)$/i

/** Words of hand-made boxes: a word for the matter together with a word for a box. */
const OWN_NAMES =
  /(?:^|[\s_-])(?:cookies?|gdpr|ccpa|consent|eu-cookie|privacy)[\s_-]?(?:(?:law|policy|consent|settings|preferences?|manager)[\s_-]?)?(?:banner|bar|notice|notification|popup|pop-up|modal|overlay|dialog|box|message|alert|wall|disclaimer|prompt|container|wrapper|root)(?:[\s_-]|$)/i

/** Boxes that are the page itself, however they are named. */
const PAGE_TAGS = new Set([
  'html',
  'head',
  'body',
  'main',
  'article',
  'a',
  'button',
  'p',
  'h1',
  'h2',
  'h3',
  'li',
  'link',
  'script',
  'style',
  'input',
  'img',
])
/** A box larger than this holds more of the page than a banner. In nodes. */
const MAX_NODES = 600

/** Whether an element is a box that asks for consent to cookies, known by the names its maker gave it. */
export function isCookieBanner(element: Element): boolean {
  if (PAGE_TAGS.has(element.tag)) return false
  const { id = '', class: names = '' } = element.attrs
  if (id === '' && names === '') return false
  const isVendor =
    VENDOR_NAMES.test(id) || (names !== '' && names.split(/\s+/).some((name) => VENDOR_NAMES.test(name)))
  return isVendor || ((OWN_NAMES.test(id) || OWN_NAMES.test(names)) && isSmall(element))
}

function isSmall(element: Element): boolean {
  const pending: Element['children'][] = [element.children]
  let nodes = 0
  for (let children = pending.pop(); children; children = pending.pop()) {
    nodes += children.length
    if (nodes > MAX_NODES) return false
    for (const child of children) if ('children' in child) pending.push(child.children)
  }
  return true
}

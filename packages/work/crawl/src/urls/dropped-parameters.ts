/**
 * Parameters that say where a visitor came from or who he is, and never which page is meant. Names in lower case, from
 * the documentation of those who add them; a name that also means content somewhere (`source`, `id`, `lang`) is not here.
 */
const TRACKING_NAMES: ReadonlySet<string> = new Set([
  // Google: Ads, Analytics, Display
  ...[
    'gclid',
    'gclsrc',
    'dclid',
    'gbraid',
    'wbraid',
    'gad_source',
    'gad_campaignid',
    'srsltid',
    '_ga',
    '_gl',
    '_gac',
  ],
  // Meta, Microsoft, Yandex, X, TikTok, LinkedIn, Pinterest, Snapchat, Reddit
  ...[
    'fbclid',
    'fb_action_ids',
    'fb_action_types',
    'fb_source',
    'igsh',
    'igshid',
    'msclkid',
    'yclid',
    'ysclid',
  ],
  ...['_openstat', 'twclid', 'ttclid', 'li_fat_id', 'epik', 'sccid', 'rdt_cid'],
  // Mail and marketing: Mailchimp, HubSpot, Marketo, Oracle, Vero, Drip, Klaviyo, Adobe, Impact, Wicked Reports, Alibaba
  ...['mc_cid', 'mc_eid', '_hsenc', '_hsmi', '__hstc', '__hssc', '__hsfp', 'hsctatracking', 'mkt_tok'],
  ...[
    'oly_anon_id',
    'oly_enc_id',
    'vero_id',
    'vero_conv',
    '__s',
    '_kx',
    's_kwcid',
    'ef_id',
    'irclickid',
    'irgwc',
  ],
  ...['wickedid', 'spm', 'rb_clickid', 'at_xt', 'zanpid', 'cjevent'],
  // Where a link stands, as sites note it themselves
  ...['ref_', 'ref_src', 'ref_url', 'refsrc', 'referer', 'referrer', 'refid'],
])

const TRACKING_PREFIXES = ['utm_', 'mtm_', 'matomo_', 'pk_', 'piwik_', 'hsa_', 'at_campaign', 'at_medium']

/** Names that carry nothing but a session, whatever their value. */
const SESSION_NAMES: ReadonlySet<string> = new Set([
  ...[
    'jsessionid',
    'phpsessid',
    'sessionid',
    'session_id',
    'sessid',
    'cfid',
    'cftoken',
    'zenid',
    'oscsid',
    'xtcsid',
  ],
  ...[
    'osc_sid',
    'viewstate',
    '__viewstate',
    'php_session',
    'session_key',
    'sessionkey',
    'asp.net_sessionid',
    'gxsessionid',
  ],
])

/** Names that mean a session where their value looks like one, and content elsewhere (`?s=shoes` is a search). */
const MAYBE_SESSION_NAMES: ReadonlySet<string> = new Set([
  'sid',
  's',
  'sess',
  'session',
  'ssid',
  'phpsess',
  'token',
])

/** `ref` says where one came from, unless its value names a state of source code: a branch, a version, a commit. */
const STATE_OF_CODE =
  /^(?:main|master|trunk|develop(?:ment)?|dev|head|stable|latest|next|staging|production|gh-pages|release\b.*|refs\/.*|heads\/.*|tags\/.*|.*\d.*)$/i

const SHORTEST_TOKEN = 16

/** Whether the parameter leaves the page the same; `name` and `value` as they stand in the URL. */
export function isDroppedParameter(name: string, value: string): boolean {
  const known = name.toLowerCase()
  return (
    TRACKING_NAMES.has(known) ||
    TRACKING_PREFIXES.some((prefix) => known.startsWith(prefix)) ||
    SESSION_NAMES.has(known) ||
    known.startsWith('aspsessionid') ||
    (known === 'ref' && !STATE_OF_CODE.test(value)) ||
    (MAYBE_SESSION_NAMES.has(known) && looksLikeToken(value))
  )
}

/** Long, of one piece, and of letters and digits mixed: nobody's search word. */
export function looksLikeToken(value: string): boolean {
  return value.length >= SHORTEST_TOKEN && /^[\w-]+$/.test(value) && /\d/.test(value) && /[a-z]/i.test(value)
}

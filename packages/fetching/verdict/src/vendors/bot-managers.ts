import type { BlockRule } from '../block-rule.ts'

/** Bot managers: they watch every page with a script of theirs, and show one of these pages to whom they distrust. */
export const BOT_MANAGERS: readonly BlockRule[] = [
  // Akamai: "Access Denied" of its edge; Bot Manager's "crypto" (sec-cpt) and "behavioural" (bm-verify) challenges.
  {
    id: 'akamai-crypto',
    by: 'akamai',
    wall: 'challenge',
    detail: 'Akamai asks for a challenge',
    markup: [
      'sec-if-cpt-container',
      'sec-cpt-if',
      'sec-bc-tile-container',
      '/_sec/cp_challenge/',
      'scf-akamai-logo',
    ],
  },
  {
    id: 'akamai-interstitial',
    by: 'akamai',
    wall: 'challenge',
    detail: 'Akamai asks for a challenge',
    markup: ['/_sec/verify?provider=', 'bm-verify='],
  },
  {
    id: 'akamai-denied',
    by: 'akamai',
    wall: 'refusal',
    detail: 'Akamai refuses this visitor',
    title: /^(access denied|error|zugriff verweigert)?$/i,
    text: /you don.t have permission to access .{1,900}reference(\s|&#32;)*(#|&#35;)\s*\d/is,
  },
  {
    id: 'akamai-ghost',
    by: 'akamai',
    wall: 'refusal',
    detail: 'Akamai refuses this visitor',
    in: 'refused',
    statuses: [403, 429],
    header: ['server', /akamaighost|akamainetstorage/i],
  },
  // DataDome: documentation "Response page" and "Headers"; `js.datadome.co/tags.js` is on delivered pages.
  {
    id: 'datadome-verdict',
    by: 'datadome',
    wall: 'challenge',
    detail: 'DataDome asks for a challenge',
    in: 'any',
    header: ['x-dd-b', /^[1-9]/],
  },
  {
    id: 'datadome-page',
    by: 'datadome',
    wall: 'challenge',
    detail: 'DataDome asks for a challenge',
    markup: [
      'captcha-delivery.com/c.js',
      'captcha-delivery.com/i.js',
      'captcha-delivery.com/captcha',
      'captcha-delivery.com/interstitial',
      "'host':'geo.captcha-delivery.com'",
      '"host":"geo.captcha-delivery.com"',
    ],
  },
  {
    id: 'datadome-text',
    by: 'datadome',
    wall: 'challenge',
    detail: 'DataDome asks for a challenge',
    maxText: 200,
    text: /please enable js and disable any ad blocker/i,
  },
  {
    id: 'datadome-refused',
    by: 'datadome',
    wall: 'challenge',
    detail: 'DataDome asks for a challenge',
    in: 'refused',
    statuses: [401, 403, 405, 429],
    header: ['x-datadome', /./],
  },
  // HUMAN (PerimeterX): documentation "Block page" and "Advanced blocking response".
  {
    id: 'perimeterx-captcha',
    by: 'perimeterx',
    wall: 'challenge',
    detail: 'HUMAN (PerimeterX) asks for a challenge',
    markup: [
      'px-captcha',
      'captcha.px-cdn.net',
      'captcha.px-cloud.net',
      'captcha.perimeterx.net',
      '_pxMobile',
      '_pxBlockedUrl',
      '/captcha/captcha.js?a=c',
    ],
  },
  {
    id: 'perimeterx-json',
    by: 'perimeterx',
    wall: 'challenge',
    detail: 'HUMAN (PerimeterX) asks for a challenge',
    text: /"appId"\s*:\s*"PX.{1,2000}"(blockScript|jsClientSrc|hostUrl)"/s,
  },
  {
    id: 'perimeterx-denied',
    by: 'perimeterx',
    wall: 'challenge',
    detail: 'HUMAN (PerimeterX) asks for a challenge',
    title: /^(access to this page has been denied|human verification|robot or human\?)/i,
    text: /press (&|and) hold|confirm (that )?you.re (a )?human|automation tools|javascript is disabled or blocked|click and hold/i,
  },
]

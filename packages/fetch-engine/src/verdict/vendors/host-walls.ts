import type { BlockRule } from '../block-rule.ts'

/** Challenge pages of attack protection services and of web hosts. */
export const HOST_WALLS: readonly BlockRule[] = [
  // DDoS-Guard, Qrator, Deflect, BunnyCDN, Link11, Myra, BasedFlare: their challenge pages.
  {
    id: 'ddos-guard',
    by: 'ddos-guard',
    challenge: true,
    detail: 'DDoS-Guard asks for a challenge',
    markup: ['/.well-known/ddos-guard/', 'check.ddos-guard.net', 'ddg-captcha', 'class="ddg-'],
  },
  {
    id: 'ddos-guard-title',
    by: 'ddos-guard',
    challenge: true,
    detail: 'DDoS-Guard asks for a challenge',
    title: /^ddos-guard$/i,
  },
  {
    id: 'qrator',
    by: 'qrator',
    challenge: true,
    detail: 'Qrator asks for a challenge',
    markup: ['/__qrator/qauth', '__qrator'],
  },
  {
    id: 'deflect',
    by: 'deflect',
    challenge: true,
    detail: 'Deflect asks for a challenge',
    markup: ['/__banjax', 'deflect_challenge', 'deflect_password'],
  },
  {
    id: 'bunny-shield',
    by: 'bunny',
    challenge: true,
    detail: 'Bunny Shield asks for a challenge',
    markup: ['/.bunny-shield/', 'bunny-shield-challenge', 'bunnyshield'],
  },
  {
    id: 'bunny-shield-title',
    by: 'bunny',
    challenge: true,
    detail: 'Bunny Shield asks for a challenge',
    in: 'refused',
    header: ['server', /bunnycdn/i],
    title: /establishing (a )?secure connection/i,
  },
  {
    id: 'basedflare',
    by: 'basedflare',
    challenge: true,
    detail: 'BasedFlare asks for a challenge',
    markup: ['/.basedflare/'],
  },
  {
    id: 'deflect-text',
    by: 'deflect',
    challenge: true,
    detail: 'Deflect asks for a challenge',
    text: /protected by deflect\.ca|deflect\.ca ddos protection/i,
  },
  {
    id: 'link11',
    by: 'link11',
    challenge: false,
    detail: 'Link11 refuses this visitor',
    text: /link11 is the specialized it security provider/i,
  },
  // SiteGround and other hosts: their captcha pages answer 202.
  {
    id: 'siteground-header',
    by: 'siteground',
    challenge: true,
    detail: 'SiteGround asks for a captcha',
    in: 'any',
    header: ['sg-captcha', /challenge/i],
  },
  {
    id: 'siteground',
    by: 'siteground',
    challenge: true,
    detail: 'SiteGround asks for a captcha',
    markup: ['/.well-known/sgcaptcha/'],
  },
  {
    id: 'hostinger-cdn',
    by: 'hcdn',
    challenge: true,
    detail: 'The host asks for a browser check',
    markup: ['/hcdn-cgi/jschallenge', 'hcdn-cgi/'],
  },
  {
    id: 'o2switch',
    by: 'o2switch',
    challenge: true,
    detail: 'The host asks for a browser check',
    markup: ['o2s-chl', 'tigerprotect'],
  },
  {
    id: 'aeza-testcookie',
    by: 'testcookie',
    challenge: true,
    detail: 'The site asks for a script challenge',
    allMarkup: ['slowAES.decrypt', 'document.cookie'],
  },
]

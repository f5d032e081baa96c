import type { BlockRule } from '../block-rule.ts'

/** Challenge and block pages of content delivery networks and of hosts that stand in front of sites. */
export const CDN_BLOCK_PAGES: readonly BlockRule[] = [
  // Vercel: "Attack challenge mode" of its documentation.
  {
    id: 'vercel-mitigated',
    by: 'vercel',
    wall: 'challenge',
    detail: 'Vercel asks for a challenge',
    in: 'any',
    header: ['x-vercel-mitigated', /challenge/i],
  },
  {
    id: 'vercel-denied',
    by: 'vercel',
    wall: 'refusal',
    detail: 'Vercel refuses this visitor',
    in: 'any',
    header: ['x-vercel-mitigated', /deny|block/i],
  },
  {
    id: 'vercel-checkpoint',
    by: 'vercel',
    wall: 'challenge',
    detail: 'Vercel asks for a challenge',
    title: /^vercel security checkpoint/i,
  },
  // AWS WAF: developer guide "How CAPTCHA and Challenge work"; CloudFront: "Troubleshooting error responses".
  {
    id: 'aws-waf-action',
    by: 'aws-waf',
    wall: 'challenge',
    detail: 'AWS WAF asks for a challenge',
    in: 'any',
    header: ['x-amzn-waf-action', /challenge|captcha/i],
  },
  {
    id: 'aws-waf-page',
    by: 'aws-waf',
    wall: 'challenge',
    detail: 'AWS WAF asks for a challenge',
    markup: [
      'window.gokuProps',
      'AwsWafIntegration.saveReferrer',
      'AwsWafIntegration.checkForceRefresh',
      'AwsWafCaptcha.renderCaptcha',
      'CaptchaScript.renderCaptcha',
    ],
  },
  {
    id: 'cloudfront-blocked',
    by: 'cloudfront',
    wall: 'refusal',
    detail: 'CloudFront refuses this visitor',
    statuses: [403, 200],
    title: /^error: the request could not be satisfied/i,
    text: /request blocked|configured to block access|403 error/i,
  },
  // Fastly: "Client challenges" of its documentation.
  {
    id: 'fastly-challenge',
    by: 'fastly',
    wall: 'challenge',
    detail: 'Fastly asks for a challenge',
    markup: ['/_fs-ch-'],
    title: /client challenge/i,
  },
  {
    id: 'fastly-challenge-script',
    by: 'fastly',
    wall: 'challenge',
    detail: 'Fastly asks for a challenge',
    markup: ['/_fs-ch-'],
    text: /javascript is (disabled|required)|required part of this site|verif|checking/i,
  },
  {
    id: 'fastly-blocked',
    by: 'fastly',
    wall: 'refusal',
    detail: 'Fastly refuses this visitor',
    in: 'refused',
    statuses: [403, 406, 429],
    header: ['x-served-by', /cache-/i],
    text: /varnish cache server|guru meditation/i,
  },
  // Sucuri: knowledge base "Access denied - Sucuri website firewall".
  {
    id: 'sucuri-denied',
    by: 'sucuri',
    wall: 'refusal',
    detail: 'Sucuri refuses this visitor',
    text: /sucuri website firewall.{0,80}access denied|access denied.{0,80}sucuri website firewall|(access denied - )?godaddy website firewall.{0,60}access denied|cloudproxy@sucuri\.net|questions@sucuri/is,
  },
  {
    id: 'sucuri-script',
    by: 'sucuri',
    wall: 'challenge',
    detail: 'Sucuri asks for a script challenge',
    markup: ['sucuri_cloudproxy_js', 'sucuricp_'],
  },
  // StackPath and MaxCDN: their block pages.
  {
    id: 'stackpath-challenge',
    by: 'stackpath',
    wall: 'challenge',
    detail: 'StackPath asks for a challenge',
    markup: ['/sbbi/?sbbpg', 'sbbgs'],
  },
  {
    id: 'stackpath-captcha',
    by: 'stackpath',
    wall: 'challenge',
    detail: 'StackPath asks for a captcha',
    markup: ['g-recaptcha'],
    text: /(services provided|protected) by stackpath/i,
  },
  {
    id: 'stackpath-blocked',
    by: 'stackpath',
    wall: 'refusal',
    detail: 'StackPath refuses this visitor',
    text: /(services provided|protected) by stackpath/i,
  },
]

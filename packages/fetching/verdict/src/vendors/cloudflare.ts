import type { BlockRule } from '../block-rule.ts'

/** Cloudflare's challenges and refusals. */
export const CLOUDFLARE: readonly BlockRule[] = [
  // Cloudflare: documentation "Detect a challenge page response" and "Cloudflare 1xxx errors"; `/scripts/jsd/` of the
  // same path is on pages that were delivered.
  {
    id: 'cloudflare-mitigated',
    by: 'cloudflare',
    wall: 'challenge',
    detail: 'Cloudflare asks for a challenge',
    in: 'any',
    header: ['cf-mitigated', /challenge/i],
  },
  {
    id: 'cloudflare-challenge-options',
    by: 'cloudflare',
    wall: 'challenge',
    detail: 'Cloudflare asks for a challenge',
    markup: ['window._cf_chl_opt', '_cf_chl_opt='],
  },
  {
    id: 'cloudflare-orchestrate',
    by: 'cloudflare',
    wall: 'challenge',
    detail: 'Cloudflare asks for a challenge',
    markup: ['/orchestrate/chl_page', '/orchestrate/jsch', '/orchestrate/managed', '/orchestrate/captcha'],
  },
  {
    id: 'cloudflare-challenge-form',
    by: 'cloudflare',
    wall: 'challenge',
    detail: 'Cloudflare asks for a challenge',
    markup: [
      '__cf_chl_f_tk',
      '__cf_chl_rt_tk',
      '__cf_chl_jschl_tk__',
      '__cf_chl_captcha_tk__',
      'cf-browser-verification',
      'jschl-answer',
      'cf_captcha_kind',
      '/cdn-cgi/images/trace/',
      // What is left of a challenge once a browser has drawn it.
      'cloudflare.com?utm_source=challenge',
      'id="cf-chl-widget-',
    ],
  },
  {
    id: 'cloudflare-title',
    by: 'cloudflare',
    wall: 'challenge',
    detail: 'Cloudflare asks for a challenge',
    in: 'refused',
    header: ['server', /^cloudflare$/i],
    title:
      /^(just a moment|one moment|un momento|einen moment|nur einen moment|un instant|um momento|один момент|请稍候|少々お待ちください|잠시만 기다|bir dakika|cierpliwości|even geduld|attendere prego)/i,
  },
  {
    id: 'cloudflare-just-a-moment',
    by: 'cloudflare',
    wall: 'challenge',
    detail: 'Cloudflare asks for a challenge',
    title: /^just a moment\.{2,3}$/i,
    text: /enable javascript and cookies to continue|checking (if the site connection is secure|your browser)|verif(y|ying) (you are|you're) human|needs to review the security|performance & security by cloudflare/i,
  },
  {
    id: 'cloudflare-text',
    by: 'cloudflare',
    wall: 'challenge',
    detail: 'Cloudflare asks for a challenge',
    text: /^(just a moment\W{0,5})?enable javascript and cookies to continue\W*$/i,
  },
  {
    id: 'cloudflare-blocked',
    by: 'cloudflare',
    wall: 'refusal',
    detail: 'Cloudflare refuses this visitor',
    markup: [
      'cf-error-details',
      'cf-error-code',
      'id="cf-wrapper"',
      '/cdn-cgi/styles/cf.errors.css',
      'cf.errors.css',
    ],
    text: /you have been blocked|access denied|error\s*1(00[5-9]|01[0-25]|020|106)\b|banned your/i,
    statuses: [200, 403, 429, 503, 406, 405],
  },
  {
    id: 'cloudflare-attention',
    by: 'cloudflare',
    wall: 'challenge',
    detail: 'Cloudflare asks for a challenge',
    title: /^attention required! \| cloudflare/i,
  },
  {
    id: 'cloudflare-code',
    by: 'cloudflare',
    wall: 'refusal',
    detail: 'Cloudflare refuses this visitor',
    in: 'refused',
    header: ['server', /^cloudflare$/i],
    text: /^error code:\s*1(00[5-9]|01[0-25]|020|106)\s*$/i,
  },
  {
    // "Structured error responses for agents": the same refusals as JSON.
    id: 'cloudflare-json',
    by: 'cloudflare',
    wall: 'refusal',
    detail: 'Cloudflare refuses this visitor',
    in: 'refused',
    text: /"cloudflare_error":\s*true/,
    notText: /"error_code":\s*1(?!00[5-9]|01[0-25]|020|106)\d{3}\b/,
  },
  {
    id: 'cloudflare-pay-per-crawl',
    by: 'cloudflare',
    wall: 'payment',
    detail: 'The site asks crawlers to pay',
    in: 'any',
    statuses: [402],
    header: ['server', /^cloudflare$/i],
  },
]

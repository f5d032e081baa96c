import type { BlockRule } from '../block-rule.ts'

/** Self-hosted gates that make a browser work before it may pass. */
export const PROOF_OF_WORK: readonly BlockRule[] = [
  // Anubis: its web/ templates and documentation; `preact` and `metarefresh` challenges carry the same path.
  {
    id: 'anubis',
    by: 'anubis',
    wall: 'challenge',
    detail: 'Anubis asks for a proof of work',
    markup: ['id="anubis_challenge"', "id='anubis_challenge'", '/.within.website/x/cmd/anubis/'],
  },
  {
    id: 'anubis-pass',
    by: 'anubis',
    wall: 'challenge',
    detail: 'Anubis asks for a proof of work',
    markup: ['/.within.website/x/cmd/anubis/api/pass-challenge'],
  },
  {
    id: 'anubis-title',
    by: 'anubis',
    wall: 'challenge',
    detail: 'Anubis asks for a proof of work',
    title: /making sure you(&#39;|'|’)re not a bot/i,
  },
  {
    id: 'anubis-denied',
    by: 'anubis',
    wall: 'refusal',
    detail: 'Anubis refuses this visitor',
    text: /oh noes!.{0,800}anubis|access denied.{0,300}protected by anubis/is,
  },
  // go-away, haproxy-protection, iocaine's and others' gates.
  {
    id: 'go-away',
    by: 'go-away',
    wall: 'challenge',
    detail: 'go-away asks for a challenge',
    markup: [
      '/.well-known/.git.gammaspectra.live/git/go-away/',
      'git/go-away/cmd/go-away',
      'go-away/challenge',
    ],
  },
  {
    id: 'haproxy-protection',
    by: 'haproxy-protection',
    wall: 'challenge',
    detail: 'The site asks for a proof of work',
    markup: ['haproxy-protection/', ' data-pow='],
  },
  {
    id: 'poison-fountain',
    by: 'powxy',
    wall: 'challenge',
    detail: 'The site asks for a proof of work',
    title: /proof[- ]of[- ]work challenge/i,
  },
  {
    id: 'balooproxy',
    by: 'balooproxy',
    wall: 'challenge',
    detail: 'The site asks for a proof of work',
    markup: ['balooPow', '__bProxy_v', 'baloo-proxy'],
  },
  {
    id: 'cerberus',
    by: 'cerberus',
    wall: 'challenge',
    detail: 'Cerberus asks for a proof of work',
    markup: ['/.cerberus/', 'cerberus_challenge', 'cerberus-auth'],
  },
  // SafeLine (Chaitin): its waiting and challenge pages.
  {
    id: 'safeline',
    by: 'safeline',
    wall: 'challenge',
    detail: 'SafeLine asks for a challenge',
    markup: ['/.safeline/', 'SafeLineChallenge', 'sl-challenge', 'slg-bg', 'id="slg-'],
  },
  {
    id: 'safeline-title',
    by: 'safeline',
    wall: 'challenge',
    detail: 'SafeLine asks for a challenge',
    text: /protected by .{0,20}(safeline|chaitin)|雷池|长亭/i,
  },
  // Captchas that a site runs itself, when the page is nothing but the captcha.
  {
    id: 'altcha',
    by: 'altcha',
    wall: 'challenge',
    detail: 'The site asks for a proof of work (ALTCHA)',
    markup: ['<altcha-widget', '<altcha-sentinel'],
    maxFields: 0,
  },
  {
    id: 'cap',
    by: 'cap',
    wall: 'challenge',
    detail: 'The site asks for a proof of work (Cap)',
    markup: ['<cap-widget'],
    maxFields: 0,
  },
  {
    id: 'mcaptcha',
    by: 'mcaptcha',
    wall: 'challenge',
    detail: 'The site asks for a proof of work (mCaptcha)',
    markup: ['mcaptcha__widget', 'id="mcaptcha'],
    maxFields: 0,
  },
  {
    id: 'friendly-captcha',
    by: 'friendly-captcha',
    wall: 'challenge',
    detail: 'The site asks for a proof of work (Friendly Captcha)',
    markup: ['class="frc-captcha', 'friendly-challenge'],
    maxFields: 0,
  },
]

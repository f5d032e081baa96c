import type { BlockPageText } from './block-page-text.ts'
import { ORDERED } from './block-page-words.ts'
import type { BlockRule } from './block-rule.ts'
import { BLOCKED_PHRASES, BOT_CHECK_PHRASES, CAPTCHA_PHRASES } from './phrases.ts'

/** Words that make a page with a captcha a block page; a contact form with one has other words. */
const HUMAN_CHECK =
  /sicherheitsabfrage|controllo di sicurezza|robot|\bbots?\b|human|unusual|automated|(?<![eh])captcha|verif|security|suspicious|confirm|vérif|überprüf|провер|验证/i

export const BLOCKED_TITLES =
  /^(access (denied|forbidden|blocked|restricted|to this page has been (denied|blocked))|blocked\b|request (blocked|rejected)|you (have been|are|'ve been) (blocked|banned)|forbidden(?!\s+[a-z])|40[13]\b|429\b|too many requests|error 40[13]|unauthorized|not acceptable|denied$|security (alert|block|incident)|ip (blocked|banned)|(site|page|website) blocked|acceso denegado|accès refusé|zugriff verweigert|acesso negado|accesso negato|доступ запрещ|访问被|禁止访问).{0,24}$/i

export const BOT_CHECK_TITLES =
  /^(are you (a )?(human|robot)|robot check|robot or human|bot (or not|check|verification|detection|protection)|human (verification|check)|security (check|verification|challenge|checkpoint)|verif(y|ying) (that )?you|checking (your browser|you are not)|browser (check|verification)|you are being redirected|captcha( (check|challenge|required|verification|page))?\W*$|please verify|prove you|access (check|verification)|ddos.?(protection|guard)|challenge (page|validation)|checking\b.{0,40}(connection|browser)|sicherheits(überprüfung|prüfung)|vérification de sécurité|verificação de segurança|verificación de seguridad|проверка (браузера|безопасности)|安全验证|人机验证|访问验证|滑动验证|セキュリティ(チェック|確認))/i

/** Headlines say "access denied" too. A block page ends there, or names a reason, or a remedy. */
const SAYS_MORE = ({ letters, suspected, remedies, checked }: BlockPageText) =>
  letters <= 90 || suspected || remedies || checked

/** Who is kept out, and why or what to do about it; the less of the page says so, the plainer it has to be said. */
const REFUSES = (text: BlockPageText) => {
  const { share, letters, denied, deniedLine, visitor, suspected, remedies, echoes } = text
  if (share >= 0.75 && denied && visitor && (suspected || remedies)) return true
  if (share >= 0.6 && visitor && suspected && remedies && echoes) return true
  return deniedLine && (suspected || remedies || echoes || share >= 0.9 || letters <= 45)
}

/** Reports on such a page tell after a colon what it is about. */
const NO_HEADLINE = /^(?!.{3,60}[^:\s]:\s+\S+\s+\S)/s

/** A law, a court or a filter keeps the page back, and that is said first. */
const WITHHOLDS = ({ withheld }: BlockPageText) => withheld

/** The visitor is taken for a machine, and is to show that it is none. */
const CHECKS = ({ share, letters, visitor, suspected, checked, remedies, echoes }: BlockPageText) =>
  checked && suspected && ((share >= 0.6 && letters <= 500) || (visitor && remedies && echoes))

/**
 * Block pages that do not say who built them. They count on thin pages that ask for nothing else: a login or contact form
 * with a captcha is a page, and an article on captchas has more to say.
 */
export const GENERIC_RULES: readonly BlockRule[] = [
  {
    id: 'recaptcha-wall',
    by: 'recaptcha',
    wall: 'challenge',
    detail: 'The site asks for a reCAPTCHA',
    markup: [
      'g-recaptcha',
      'grecaptcha.render',
      'grecaptcha.execute',
      'recaptcha/api',
      'recaptcha/enterprise',
    ],
    text: HUMAN_CHECK,
    maxText: 1_200,
    maxFields: 0,
  },
  {
    id: 'hcaptcha-wall',
    by: 'hcaptcha',
    wall: 'challenge',
    detail: 'The site asks for an hCaptcha',
    markup: ['h-captcha', 'hcaptcha.com/1/api.js', 'hcaptcha.render', 'hcaptcha.com/captcha'],
    text: HUMAN_CHECK,
    maxText: 1_200,
    maxFields: 0,
  },
  {
    id: 'turnstile-wall',
    by: 'turnstile',
    wall: 'challenge',
    detail: 'The site asks for a Turnstile challenge',
    markup: ['cf-turnstile', 'challenges.cloudflare.com/turnstile'],
    text: [HUMAN_CHECK, /checking|moment|please wait/i],
    maxText: 1_200,
    maxFields: 0,
  },
  {
    id: 'image-captcha-wall',
    by: 'captcha',
    wall: 'challenge',
    detail: 'The site asks for a captcha',
    opening: 600,
    maxText: 1_600,
    text: CAPTCHA_PHRASES,
    markup: ['captcha', 'Captcha', 'CAPTCHA', 'verify'],
  },
  {
    id: 'bot-check-title',
    by: 'unknown',
    wall: 'challenge',
    detail: 'The site checks for bots',
    title: BOT_CHECK_TITLES,
    maxText: 900,
    maxHeadings: 4,
    maxFields: 0,
    minBlockText: 0.4,
  },
  {
    id: 'bot-check-text',
    by: 'unknown',
    wall: 'challenge',
    detail: 'The site checks for bots',
    opening: 500,
    maxText: 1_200,
    maxHeadings: 4,
    text: BOT_CHECK_PHRASES,
    maxFields: 0,
    minBlockText: 0.4,
  },
  {
    // A page without text that sets a cookie and comes back: the oldest check for a browser.
    id: 'cookie-and-reload',
    by: 'unknown',
    wall: 'challenge',
    detail: 'The site asks for a script challenge',
    text: /^.{0,200}$/s,
    script: [
      /document(\.cookie|\[["']cookie["']\])\s*=/,
      /location\.reload|location(\.href)?\s*=(?!=)|location\.replace\(/,
    ],
    maxFields: 0,
  },
  {
    id: 'blocked-text',
    by: 'unknown',
    wall: 'refusal',
    detail: 'The site refuses this visitor',
    opening: 400,
    maxText: 1_200,
    maxHeadings: 4,
    text: BLOCKED_PHRASES,
    maxFields: 0,
    minBlockText: 0.45,
    blockText: SAYS_MORE,
  },
  {
    id: 'blocked-title',
    by: 'unknown',
    wall: 'refusal',
    detail: 'The site refuses this visitor',
    title: BLOCKED_TITLES,
    maxText: 700,
    maxHeadings: 4,
    maxFields: 0,
    minBlockText: 0.45,
    blockText: SAYS_MORE,
  },
  {
    // Said in other words or another language than the phrases above.
    id: 'denial-text',
    by: 'unknown',
    wall: 'refusal',
    detail: 'The site refuses this visitor',
    // An outage says that the site cannot be reached, and asks to come later.
    exceptStatus: 503,
    maxText: 900,
    maxHeadings: 4,
    maxLinks: 5,
    maxFields: 0,
    minBlockText: 0.2,
    blockText: REFUSES,
  },
  {
    // A provider or a filter shows its reasons instead of the page: at length, as laws are.
    id: 'withheld-text',
    by: 'unknown',
    wall: 'refusal',
    detail: 'The page is withheld from this network',
    exceptStatus: 503,
    title: NO_HEADLINE,
    text: ORDERED,
    maxText: 2_400,
    maxHeadings: 6,
    maxFields: 3,
    minBlockText: 0.4,
    blockText: WITHHOLDS,
  },
  {
    id: 'check-text',
    by: 'unknown',
    wall: 'challenge',
    detail: 'The site checks for bots',
    maxText: 1_300,
    maxHeadings: 4,
    maxLinks: 5,
    maxFields: 1,
    minBlockText: 0.3,
    blockText: CHECKS,
  },
]

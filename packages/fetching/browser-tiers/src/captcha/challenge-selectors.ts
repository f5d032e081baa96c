/** Widgets that only a person or a solving service answers. */
export type Vendor = 'recaptcha' | 'hcaptcha' | 'turnstile'

/**
 * How each vendor's documentation has a widget put into a page: the element with the site key, and the frame that its
 * script adds.
 */
export const WIDGETS: readonly { vendor: Vendor; box: string; frame: string }[] = [
  {
    vendor: 'turnstile',
    box: '.cf-turnstile[data-sitekey]',
    frame: 'iframe[src*="challenges.cloudflare.com"]',
  },
  { vendor: 'hcaptcha', box: '.h-captcha[data-sitekey]', frame: 'iframe[src*="hcaptcha.com"]' },
  {
    vendor: 'recaptcha',
    box: '.g-recaptcha[data-sitekey]',
    frame: 'iframe[src*="/recaptcha/api2/"], iframe[src*="/recaptcha/enterprise/"]',
  },
]

/** Fields that a widget's answer is sent in; Turnstile and hCaptcha also fill reCAPTCHA's for compatibility. */
export const ANSWER_FIELDS: Record<Vendor, readonly string[]> = {
  recaptcha: ['g-recaptcha-response'],
  hcaptcha: ['h-captcha-response', 'g-recaptcha-response'],
  turnstile: ['cf-turnstile-response', 'g-recaptcha-response'],
}

/** Elements that do their proof of work when they are clicked (ALTCHA, Cap, Friendly Captcha, mCaptcha). */
export const CLICKABLE = [
  'altcha-widget',
  'cap-widget',
  '.frc-captcha',
  '.mcaptcha__widget-container',
] as const

/** Fields in which such an element leaves its finished proof. */
export const PROOF_FIELDS = [
  'altcha',
  'cap-token',
  'frc-captcha-solution',
  'frc-captcha-response',
  'mcaptcha__token',
] as const

/** Words beside a box to tick or a button that lets a person in. */
export const HUMAN_WORDS =
  /not a robot|i.?m human|you are human|are you human|kein roboter|pas un robot|no soy un robot/

/** Words in the attributes of a picture of letters, or of its field. */
export const IMAGE_WORDS =
  /captcha|security.?code|verification.?code|verif(?:y|ication).?im(?:g|age)|seccode|kaptcha/

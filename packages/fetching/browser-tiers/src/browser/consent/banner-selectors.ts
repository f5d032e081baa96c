/** Selectors for banners and notices that sites make themselves. */
export const GENERIC_CONTAINERS = [
  ...['cookie', 'consent', 'gdpr', 'ccpa', 'cmp-', 'privacy'].flatMap((word) => [
    `[id*="${word}" i]`,
    `[class*="${word}" i]`,
    `[aria-label*="${word}" i]`,
  ]),
  'div[data-testid="cookie-policy-manage-dialog"]',
  'dialog[open]',
  '[role="dialog"]',
  '[role="alertdialog"]',
] as const

/** A banner mentions cookies or consent, in the languages that most of the web is written in. */
export const CONSENT_WORDS =
  /cookie|consent|gdpr|ccpa|einwilligung|datenschutz|zustimm|vie privée|consentement|privacidad|consentimiento|privacidade|riservatezza|consenso|privacybeleid|toestemming|samtycke|samtykke|evästee|súbory|souhlas|zgod|hozzájárul|куки|согласи|çerez|同意|クッキー|쿠키/

/** And it has a button with one of these texts. */
export const ANSWER_WORDS =
  /accept|agree|allow|reject|decline|refuse|deny|got it|\bok\b|manage|settings|preferences|akzept|ablehn|zustimm|einstellung|accepter|refuser|aceptar|rechazar|aceitar|rejeitar|accetta|rifiuta|accepteren|weiger|godkänn|avvisa|accepter|afvis|hyväksy|přijmout|odmítnout|akcept|odrzu|elfogad|принять|kabul|同意|拒否|동의/

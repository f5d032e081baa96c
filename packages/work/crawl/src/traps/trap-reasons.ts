/** Why a pattern was closed, for the status. */
export const TRAP_REASONS = {
  copies: 'Its pages show the same text as pages before.',
  one_page: 'Its site shows one page for all addresses of this kind.',
  calendar: 'Its pages differ by little more than dates, and lead to ever more dates.',
  far_dates: 'Its dates lie far in the past or the future, and lead to ever more dates.',
  unwanted: 'Its pages ask robots neither to show them nor to follow their links.',
  combinations: 'Its addresses combine the same few choices in ever more ways.',
  offsets: 'Its numbers are counted below zero as well as above, and lead to ever more of them.',
  parameters: 'Its parameters show what was shown before, and lead to nothing but more of them.',
  repetition: 'Its addresses repeat themselves.',
  depth: 'Its addresses lie ever deeper, and show nothing new.',
  redirects: 'Its addresses lead to other addresses, and show nothing new.',
  no_new_content: 'Its pages show nothing new, and lead to ever more of them.',
  any_address:
    'Its site answers addresses of this kind that nobody has written, and leads to ever more of them.',
  no_end: 'Each of its pages leads to pages that nothing else leads to.',
} as const

export type TrapReason = keyof typeof TRAP_REASONS

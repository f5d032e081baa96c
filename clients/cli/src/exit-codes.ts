/** What the command ends with, for scripts; `--help` and the README show it. */
export const EXIT = {
  ok: 0,
  error: 1,
  usage: 2,
  auth: 3,
  notFound: 4,
  credits: 5,
  rateLimit: 6,
  pageFailed: 7,
  timeout: 8,
  interrupted: 130,
  terminated: 143,
} as const

export const EXIT_SAYS: Record<(typeof EXIT)[keyof typeof EXIT], string> = {
  0: 'done',
  1: 'the service or the network failed, or a file could not be written',
  2: 'the command or its input is not as it must be',
  3: 'there is no key, or it may not do this',
  4: 'there is no such thing, or it is not kept any more',
  5: 'the balance, a limit or the budget does not pay for it',
  6: 'too many requests, or too much at once',
  7: 'a page failed, or some of several',
  8: 'the time was over; what was begun goes on',
  130: 'interrupted (Ctrl-C)',
  143: 'ended from outside (SIGTERM)',
}

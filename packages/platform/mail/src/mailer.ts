/** A message to one person. */
export interface Mail {
  /** A bare address, as `Email` of the contracts makes it. */
  to: string
  subject: string
  /** Plain text, lines of any length. Its addresses (https://...) become links of the HTML part. */
  text: string
}

/** A mail under the id that it keeps however often it is sent. */
export interface SentMail extends Mail {
  id: string
}

export interface Mailer {
  /** Where mails go, for a line in the log: never with a login. */
  readonly destination: string
  /** Hands a mail over. Bounded in time. Throws MailRefused when sending it again would not help. */
  send(mail: SentMail): Promise<void>
  close(): void
}

/** The mail server does not take this mail, now or later: no such mailbox, refused content. */
export class MailRefused extends Error {
  override readonly name = 'MailRefused'
}

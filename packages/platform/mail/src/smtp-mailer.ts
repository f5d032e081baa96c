import { withTimeout } from '@gleaner/runtime'
import { composeMail } from './compose-mail.ts'
import { type Mailer, MailRefused } from './mailer.ts'
import { openOnUse } from './open-on-use.ts'

/** Milliseconds. The last one holds for a whole mail, however slowly its server answers. */
const LIMITS = {
  dnsTimeout: 10_000,
  connectionTimeout: 10_000,
  greetingTimeout: 10_000,
  socketTimeout: 20_000,
}
const SEND_MS = 45_000
const CONNECTIONS = 3
const LOOPBACK = /^(localhost|127\.[\d.]+|\[?::1\]?)$/

/**
 * Sends mails through the server at `url`: `smtps://user:password@host` (TLS from the start) or `smtp://...` (STARTTLS). A login
 * is told to a server of another machine only after TLS began. Options of nodemailer may stand in the query.
 */
export function createSmtpMailer(url: string, from: string): Mailer {
  const { hostname, host, protocol, username } = new URL(url)
  const transport = openOnUse({
    url,
    pool: true,
    maxConnections: CONNECTIONS,
    requireTLS: protocol === 'smtp:' && username !== '' && !LOOPBACK.test(hostname),
    ...LIMITS,
  })
  return {
    destination: `${protocol}//${host}`,
    async send(mail) {
      try {
        await withTimeout('sending a mail', SEND_MS, async (signal) =>
          (await transport.open()).sendMail({ ...composeMail(from, mail), signal }),
        )
      } catch (error) {
        throw isRefusal(error) ? new MailRefused(`the mail server answers ${error.responseCode}`) : error
      }
    },
    close: transport.close,
  }
}

/** RFC 5321 section 4.2.1: 5yz is permanent. What it says of a login is the operator's fault, not the mail's. */
function isRefusal(error: unknown): error is { responseCode: number } {
  const { code, responseCode } = error as { code?: string; responseCode?: number }
  return (code === 'EENVELOPE' || code === 'EMESSAGE') && (responseCode ?? 0) >= 500
}

import { answerPasswordResetRequests, answerRegistrationRequests } from '@gleaner/accounts'
import type { Database } from '@gleaner/db'
import { deliverMails, type Mailer } from '@gleaner/mail'
import type { ServiceDeps } from '@gleaner/runtime'
import type { SecretBox } from '@gleaner/security/secret-box'

/**
 * A run that answers requests for password resets and accounts, sends what is due in the outbox, and counts what became of it. Each of
 * these is done whatever becomes of the others.
 */
export function createMailRun(
  {
    db,
    secretBox,
    mailer,
    publicUrl,
  }: { db: Database; secretBox: SecretBox; mailer: Mailer; publicUrl: string },
  { logger, metrics }: Pick<ServiceDeps, 'logger' | 'metrics'>,
): () => Promise<void> {
  const mails = metrics.counter('gleaner_mails_total')
  return async () => {
    for (const answer of [answerPasswordResetRequests, answerRegistrationRequests])
      await answer({ db, secretBox, publicUrl }).catch((error: unknown) =>
        logger.error({ err: error }, 'requests for mails could not be answered'),
      )
    const delivered = await deliverMails({ pool: db.pool, secretBox, mailer, logger })
    for (const [result, count] of Object.entries(delivered)) mails.inc({ result }, count)
  }
}

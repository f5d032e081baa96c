import type { JobsContext } from '@gleaner/jobs'
import { deliverMails, type Mailer } from '@gleaner/mail'
import type { ServiceDeps } from '@gleaner/runtime'

/** A run that sends what is due in the outbox, and counts what became of it. */
export function createMailRun(
  { pool, secretBox }: Pick<JobsContext, 'pool' | 'secretBox'>,
  mailer: Mailer,
  { logger, metrics }: Pick<ServiceDeps, 'logger' | 'metrics'>,
): () => Promise<void> {
  const mails = metrics.counter(
    'gleaner_mails_total',
    'Attempts to send mails, by result: sent, postponed or dropped.',
    ['result'],
  )
  return async () => {
    const delivered = await deliverMails({ pool, secretBox, mailer, logger })
    for (const [result, count] of Object.entries(delivered)) mails.inc({ result }, count)
  }
}

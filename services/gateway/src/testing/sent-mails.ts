import { deliverMails, type OutboxContext } from '@gleaner/mail'
import { silentLogger } from '@gleaner/runtime'

/** The texts of the mails to an address that wait in the outbox, oldest first; all that wait leave it. */
export async function sentMails(
  outbox: Pick<OutboxContext, 'pool' | 'secretBox'>,
  email: string,
): Promise<string[]> {
  const sent: { id: string; to: string; text: string }[] = []
  const mailer = {
    destination: '',
    send: async (mail: (typeof sent)[number]) => void sent.push(mail),
    close() {},
  }
  await deliverMails({ ...outbox, mailer, logger: silentLogger() })
  const own = sent.filter(({ to }) => to === email).toSorted((a, b) => (a.id < b.id ? -1 : 1))
  return own.map(({ text }) => text)
}

import type { Mail } from '@gleaner/mail'

interface SwitchedOff {
  to: string
  publicUrl: string
  id: string
  url: string
  failingSince: Date
}

/** The address is told by its host alone: the rest of it may be a secret. */
export function switchedOffMail({ to, publicUrl, id, url, failingSince }: SwitchedOff): Mail {
  const service = new URL(publicUrl).host
  const receiver = new URL(url).host
  return {
    to,
    subject: `A webhook to ${receiver} was switched off`,
    text: `Your webhook ${id} at ${service} was switched off: nothing that was sent to ${receiver} since ${failingSince.toISOString()} has arrived. Events that were still to be delivered to it are not sent any more.

Once the receiver answers with 2xx again, switch the webhook on: PATCH /api/v1/webhooks/${id} with {"is_active": true}. POST /api/v1/webhooks/${id}/test shows at any time how it answers, and GET /api/v1/webhooks/${id} what has failed.
`,
  }
}

import { z } from 'zod'
import { withoutUnseen } from '../reply/quote-page.ts'
import { defineTool, READS } from './tool.ts'

/** An account has 50 at most. */
const MOST_SESSIONS = 50

export const account = defineTool({
  name: 'account',
  title: 'Credits, limits and logins',
  description:
    'Says how many credits are left, what was used in this month, how many requests a minute are allowed, and with sessions which stored logins there are for pages that need one. Free of charge.',
  annotations: READS,
  input: z.strictObject({
    sessions: z
      .boolean()
      .default(false)
      .describe('List the stored logins as well; their values are never shown.'),
    domain: z.string().max(253).optional().describe('With sessions: only logins of this domain.'),
  }),
  output: z.object({
    credits_available: z.number().describe('Credits that can be spent; 5,000 are one dollar.'),
    credits_held: z.number().describe('Credits that open requests hold.'),
    dollars: z.string().describe('The balance for people.'),
    requests_this_month: z.number().int().describe('Requests that have ended in this billing period.'),
    failed_this_month: z.number().int().describe('Those that were not delivered; they cost nothing.'),
    requests_per_minute: z.number().int().describe('Rate-limit tokens a minute: a read takes 1, a write 2.'),
    sessions: z
      .array(
        z.object({
          session_id: z.string().describe('Send it as session_id.'),
          name: z.string().describe('What its owner calls it.'),
          domain: z.string().describe('The host that it signs in at.'),
          status: z.string().describe('Only an active one works.'),
        }),
      )
      .optional()
      .describe('With sessions.'),
  }),
  async run({ sessions, domain }, { client, signal }) {
    const [balance, usage, logins] = await Promise.all([
      client.billing.balance({ signal }),
      client.usage.get({}, { signal }),
      sessions ? client.sessions.list({ domain, limit: MOST_SESSIONS }, { signal }) : undefined,
    ])
    const listed = (logins?.sessions as Login[] | undefined)?.map(({ id, name, domain, status }) => ({
      session_id: id,
      name: withoutUnseen(name),
      domain,
      status,
    }))
    const structured = {
      credits_available: balance.available_credits as number,
      credits_held: balance.held_credits as number,
      dollars: balance.balance_display as string,
      requests_this_month: usage.requests.total as number,
      failed_this_month: usage.requests.failed as number,
      requests_per_minute: usage.rate_limits.requests_per_minute as number,
      ...(listed && { sessions: listed }),
    }
    return {
      structured,
      says: [
        `${structured.credits_available} credits can be spent (${structured.dollars} with what open requests hold).`,
        `${structured.requests_this_month} requests in this billing period, ${structured.failed_this_month} of them failed.`,
        `${structured.requests_per_minute} rate-limit tokens a minute.`,
        ...(listed ?? []).map(
          ({ session_id, name, domain, status }) => `session_id ${session_id}: ${name}, ${domain}, ${status}`,
        ),
        ...(listed?.length === 0 ? ['There are no stored logins.'] : []),
      ],
    }
  },
})

interface Login {
  id: string
  name: string
  domain: string
  status: string
}

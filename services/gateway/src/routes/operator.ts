import { pageOfAudit, readRecentAudit } from '@gleaner/audit-log'
import { invalidRequest } from '@gleaner/contracts'
import { findFailedJobs } from '@gleaner/jobs'
import * as operator from '@gleaner/operator'
import { DAY_MS } from '@gleaner/runtime/units'
import { listAllTickets, readTicket, showTicket, type TicketRow } from '@gleaner/support'
import { normalizeDomain, listBlockedDomains as readBlockedDomains } from '@gleaner/switches/blocked-domains'
import type { Handler } from '../handler.ts'
import { operatorOf } from '../operator-call.ts'
import { supportOf } from '../support-context.ts'

/** /operator/...: domains, the audit log, tickets, features and failed jobs. */
export const listBlockedDomains: Handler<'listBlockedDomains'> = async ({ db }, { response }) => {
  const domains = (await readBlockedDomains(db.pool)).map(({ domain, reason, createdAt }) => ({
    domain,
    reason,
    created_at: createdAt.toISOString(),
  }))
  response.json({ domains, total: domains.length })
}

export const blockDomain: Handler<'blockDomain'> = async ({ db }, { caller, params, body, response }) => {
  const domain = domainIn(params)
  const changed = await db.transaction((both) =>
    operator.refuseDomain(both, operatorOf(caller), domain, body.reason),
  )
  response.json({ domain, blocked: true, changed })
}

export const unblockDomain: Handler<'unblockDomain'> = async ({ db }, { caller, params, response }) => {
  const domain = domainIn(params)
  const changed = await db.transaction((both) => operator.allowDomain(both, operatorOf(caller), domain))
  response.json({ domain, blocked: false, changed })
}

function domainIn(params: { domain: string }): string {
  const domain = normalizeDomain(params.domain)
  if (domain !== undefined) return domain
  throw invalidRequest([{ path: 'domain', message: 'must be a domain such as example.com' }], 'path')
}

export const listOperatorAudit: Handler<'listOperatorAudit'> = async ({ db }, { query, response }) => {
  const { entries, nextCursor } = await pageOfAudit(query, (page) =>
    readRecentAudit(db.pool, { ...page, accountId: query.account_id }),
  )
  response.json({
    entries: entries.map(({ id, accountId, createdAt, ...entry }) => ({
      id: String(id),
      account_id: accountId,
      ...entry,
      timestamp: createdAt.toISOString(),
    })),
    next_cursor: nextCursor,
  })
}

export const listOperatedTickets: Handler<'listOperatedTickets'> = async ({ db }, { query, response }) => {
  const tickets = await listAllTickets(db.pool, { status: query.status, limit: query.limit })
  response.json({ tickets: tickets.map(showOperatedTicket) })
}

export const getOperatedTicket: Handler<'getOperatedTicket'> = async ({ db }, { params, response }) => {
  response.json(await readTicket(db.pool, null, params.ticket_id))
}

export const answerTicket: Handler<'answerTicket'> = async (ctx, { caller, params, body, response }) => {
  const { ticket, mails } = await ctx.db.transaction((both) =>
    operator.answerAs(both, supportOf(ctx), operatorOf(caller), params.ticket_id, body.message),
  )
  response.json({ ticket_id: ticket.id, status: 'answered', mails })
}

export const endTicket: Handler<'endTicket'> = async ({ db }, { caller, params, response }) => {
  await db.transaction((both) => operator.closeAs(both, operatorOf(caller), params.ticket_id))
  const { messages: _, ...ticket } = await readTicket(db.pool, null, params.ticket_id)
  response.json(ticket)
}

export const offerBetaFeature: Handler<'offerBetaFeature'> = async ({ db }, call) => {
  const { caller, params, body, response } = call
  const feature = { slug: params.slug, ...body }
  await db.transaction((both) => operator.offerBetaFeature(both, operatorOf(caller), feature))
  response.json(feature)
}

export const redriveJobs: Handler<'redriveJobs'> = async ({ db, jobs }, { caller, body, response }) => {
  const { account_id: accountId, host, error: errorCode, since, until, limit, dry_run } = body
  const found = await findFailedJobs(db.pool, {
    accountId,
    host,
    errorCode,
    since: new Date(since ?? Date.now() - DAY_MS),
    until: new Date(until ?? Date.now() + DAY_MS),
    limit,
  })
  const results = dry_run
    ? found.map(({ obstacle }) => obstacle ?? 'would be run again')
    : await operator.redriveJobs({ db, producer: jobs.producer, actor: operatorOf(caller) }, found)
  response.json({
    jobs: found.map(({ id, accountId, url, errorCode }, at) => ({
      job_id: id,
      account_id: accountId,
      url,
      error: errorCode,
      result: results[at]!,
    })),
  })
}

function showOperatedTicket(ticket: TicketRow) {
  return { ...showTicket(ticket), account_id: ticket.accountId, email: ticket.email }
}

import * as operator from '@gleaner/operator'
import type { Handler } from '../handler.ts'
import { operatorOf } from '../operator-call.ts'

/** /operator/...: what an operator asks at night. */
export const getFleetHealth: Handler<'getFleetHealth'> = async (ctx, { response }) => {
  response.json(await operator.readHealth(ctx.db.pool, { ...ctx.checks, ...ctx.partialChecks }))
}

export const getOperatedQueues: Handler<'getOperatedQueues'> = async ({ db, jobs }, { response }) => {
  response.json(await operator.readQueues(db.pool, jobs.producer))
}

export const listOperatedSites: Handler<'listOperatedSites'> = async ({ db }, { query, response }) => {
  response.json(await operator.readSites(db.pool, query))
}

export const getOperatedSite: Handler<'getOperatedSite'> = async ({ db }, { params, query, response }) => {
  response.json(await operator.readSite(db.pool, params.domain.toLowerCase(), query.hours))
}

export const listTopAccounts: Handler<'listTopAccounts'> = async ({ db }, { query, response }) => {
  response.json(await operator.readTopAccounts(db.pool, query))
}

export const getOperatedJobs: Handler<'getOperatedJobs'> = async ({ db }, { params, response }) => {
  response.json({ jobs: await operator.findJobs(db.pool, params.job_id) })
}

export const listDeadLetters: Handler<'listDeadLetters'> = async ({ db }, { query, response }) => {
  response.json({ letters: await operator.listDeadLetters(db.pool, query) })
}

export const retryDeadLetters: Handler<'retryDeadLetters'> = async (ctx, { caller, body, response }) => {
  const { db, jobs } = ctx
  const letters = await operator.retryLetters(
    { db, producer: jobs.producer, actor: operatorOf(caller) },
    body.ids,
  )
  response.json({ letters })
}

export const discardDeadLetters: Handler<'discardDeadLetters'> = async (
  { db },
  { caller, body, response },
) => {
  response.json({ letters: await operator.discardLetters({ db, actor: operatorOf(caller) }, body.ids) })
}

export const getLedgerState: Handler<'getLedgerState'> = async ({ db }, { response }) => {
  response.json(await operator.readLedger(db.pool))
}

import * as deletion from '@gleaner/account-deletion'
import type { UserCaller } from '@gleaner/accounts'
import * as organizations from '@gleaner/organizations'
import type { Handler } from '../handler.ts'
import { replyOnce } from '../reply-once.ts'
import { uuidOrNotFound } from '../uuid-or-not-found.ts'

/** /organizations, its members and its audit log. */
export const listOrganizations: Handler<'listOrganizations'> = async (
  { db },
  { caller, query, response },
) => {
  response.json(await organizations.listOrganizations(db, caller.userId, query))
}

export const createOrganization: Handler<'createOrganization'> = async (ctx, call) => {
  const { caller, body } = call
  await replyOnce(ctx, call, 201, (transaction) =>
    organizations.createOrganization(transaction, caller.userId, body),
  )
}

export const getOrganization: Handler<'getOrganization'> = async ({ db }, { caller, params, response }) => {
  response.json(await organizations.readOrganization(db, askingOf(caller, params)))
}

export const updateOrganization: Handler<'updateOrganization'> = async ({ db }, call) => {
  const { caller, params, body, response } = call
  response.json(await organizations.updateOrganization(db, askingOf(caller, params), body))
}

export const deleteOrganization: Handler<'deleteOrganization'> = async (ctx, call) => {
  const { db, jobs, logger } = ctx
  const context = { db, jobs, logger }
  await deletion.deleteOrganization(context, askingOf(call.caller, call.params), call.query)
  call.response.status(204).end()
}

export const listMembers: Handler<'listMembers'> = async ({ db }, { caller, params, query, response }) => {
  response.json(await organizations.listMembers(db, askingOf(caller, params), query))
}

export const updateMember: Handler<'updateMember'> = async ({ db }, { caller, params, body, response }) => {
  const memberId = uuidOrNotFound(params.user_id)
  response.json(await organizations.changeRole(db, askingOf(caller, params), memberId, body.role))
}

export const removeMember: Handler<'removeMember'> = async ({ db }, { caller, params, response }) => {
  await organizations.removeMember(db, askingOf(caller, params), uuidOrNotFound(params.user_id))
  response.status(204).end()
}

export const leaveOrganization: Handler<'leaveOrganization'> = async (
  { db },
  { caller, params, response },
) => {
  await organizations.leaveOrganization(db, askingOf(caller, params))
  response.status(204).end()
}

export const transferOrganization: Handler<'transferOrganization'> = async ({ db }, call) => {
  const { caller, params, body, response } = call
  response.json(await organizations.transferOwnership(db, askingOf(caller, params), body.user_id))
}

export const getAuditLog: Handler<'getAuditLog'> = async ({ db }, { caller, params, query, response }) => {
  response.json(await organizations.readAuditLog(db, askingOf(caller, params), query))
}

function askingOf({ userId }: UserCaller, params: { organization_id: string }): organizations.Asking {
  return { organizationId: uuidOrNotFound(params.organization_id), userId }
}

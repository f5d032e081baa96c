import * as organizations from '@gleaner/organizations'
import type { Handler } from '../handler.ts'
import { replyOnce } from '../reply-once.ts'
import { uuidOrNotFound } from '../uuid-or-not-found.ts'

/** /organizations/{organization_id}/invitations: those that an organization has sent. */
export const listInvitations: Handler<'listInvitations'> = async (
  { db },
  { caller, params, query, response },
) => {
  const asking = { organizationId: uuidOrNotFound(params.organization_id), userId: caller.userId }
  response.json(await organizations.listInvitations(db, asking, query))
}

export const createInvitation: Handler<'createInvitation'> = async (ctx, call) => {
  const { caller, params, body } = call
  const asking = { organizationId: uuidOrNotFound(params.organization_id), userId: caller.userId }
  const context = { secretBox: ctx.jobs.secretBox, publicUrl: ctx.config.PUBLIC_URL }
  await replyOnce(ctx, call, 201, (transaction) => organizations.invite(context, transaction, asking, body))
}

export const deleteInvitation: Handler<'deleteInvitation'> = async ({ db }, { caller, params, response }) => {
  const asking = { organizationId: uuidOrNotFound(params.organization_id), userId: caller.userId }
  await organizations.revokeInvitation(db, asking, uuidOrNotFound(params.invitation_id))
  response.status(204).end()
}

/** /invitations: those that a person has received. */
export const listReceivedInvitations: Handler<'listReceivedInvitations'> = async ({ db }, call) => {
  const { caller, query, response } = call
  response.json(await organizations.listReceivedInvitations(db, caller.userId, query))
}

export const previewInvitation: Handler<'previewInvitation'> = async ({ db }, { body, response }) => {
  response.json(await organizations.readInvitation(db, body.token))
}

export const acceptInvitation: Handler<'acceptInvitation'> = async ({ db }, { caller, body, response }) => {
  response.json(await organizations.acceptInvitation(db, caller.userId, body.token))
}

export const declineInvitation: Handler<'declineInvitation'> = async ({ db }, { body, response }) => {
  await organizations.declineInvitation(db, body.token)
  response.status(204).end()
}

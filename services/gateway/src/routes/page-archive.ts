import { changeArchive, emptyArchive as empty, readArchive } from '@gleaner/page-archive'
import type { Context } from '../context.ts'
import type { Handler } from '../handler.ts'
import { noteAct } from '../note-act.ts'

/** GET, PUT, DELETE /archive: the pages that an account keeps. */
export const getArchive: Handler<'getArchive'> = async (ctx, { caller, response }) => {
  response.json(await archiveOf(ctx, caller.accountId))
}

export const setArchive: Handler<'setArchive'> = async (ctx, { caller, body, response }) => {
  await ctx.db.transaction(async (both) => {
    await changeArchive(both.sql, caller.accountId, body)
    await noteAct(both, caller, { action: 'archive.changed', details: { ...body } })
  })
  response.json(await archiveOf(ctx, caller.accountId))
}

export const emptyArchive: Handler<'emptyArchive'> = async (ctx, { caller, response }) => {
  await ctx.db.transaction(async (both) => {
    await empty(both.sql, caller.accountId)
    await noteAct(both, caller, { action: 'archive.emptied' })
  })
  response.status(204).end()
}

function archiveOf({ jobs, config }: Context, accountId: string) {
  return readArchive(jobs.pool, accountId, { maxMb: config.ARCHIVE_MB })
}

import { exportRows } from '@gleaner/account-export'
import type { Handler } from '../handler.ts'
import { JSON_LINES } from '../json-lines.ts'
import { noteAct } from '../note-act.ts'

/** GET /account/export: all rows of the account, as a file. */
export const exportAccount: Handler<'exportAccount'> = async (ctx, { caller, response, signal }) => {
  const { accountId } = caller
  await noteAct({ sql: ctx.db.pool }, caller, { action: 'account.exported', target: `account:${accountId}` })
  response.setHeader('Content-Disposition', 'attachment; filename="account.jsonl"')
  await ctx.pages.sendMany(response, accountId, JSON_LINES, exportRows(ctx.db.pool, accountId), signal)
}

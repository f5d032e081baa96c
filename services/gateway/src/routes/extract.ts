import type { ExtractRequest } from '@gleaner/contracts'
import { checkReading, checkScrape, refuse } from '@gleaner/intake'
import { readRequest } from '@gleaner/jobs'
import { findLlmKey } from '@gleaner/llm'
import { readHistory } from '@gleaner/monitors'
import type { Context } from '../context.ts'
import { runArchived, withArchivedPage } from '../extract/run-archived.ts'
import { type ExtractCall, runExtraction, sendExtraction } from '../extract/run-extraction.ts'
import { runVersions } from '../extract/run-versions.ts'
import type { Handler } from '../handler.ts'
import { uuidOrNotFound } from '../uuid-or-not-found.ts'

/** POST /extract: a scrape that may fetch nothing, as a job like any other; its reply is made of the job's page. */
export const postExtract: Handler<'postExtract'> = async (ctx, call) => {
  await check(ctx, call)
  const { archived, versions, scrape } = call.body
  if (versions) return await runVersions(ctx, call, versions)
  if (archived && archived.kind !== 'job') return await runArchived(ctx, call, archived)
  const body = archived ? await withArchivedPage(ctx, call.caller, call.body, archived.id) : call.body
  await runExtraction(ctx, { ...call, body }, { kind: 'extraction', ...scrape.extraction! })
}

/** GET /extract/{extract_id}: of one page, or of versions that a monitor has kept. */
export const getExtract: Handler<'getExtract'> = async (ctx, call) => {
  const { caller, params, response } = call
  const id = uuidOrNotFound(params.extract_id)
  const asked = await readRequest(ctx.jobs.pool, caller.accountId, id)
  if (asked?.spec.extraction) await sendExtraction(ctx, call, id, asked.spec.extraction)
  else response.json(await readHistory(ctx.jobs.pool, caller.accountId, id))
}

async function check(ctx: Context, { caller, body }: ExtractCall): Promise<void> {
  const { scrape } = body
  if (scrape.supplied || body.archived || body.versions) await checkReading(ctx, caller, scrape)
  else await checkScrape(ctx, caller, scrape)
  if (scrape.extraction_prompt !== undefined && !caller.test)
    await checkModelKey(ctx, caller.accountId, scrape)
}

/** A scrape is delivered without its model; of an extraction nothing would be left. */
async function checkModelKey(
  ctx: Context,
  accountId: string,
  { extraction_provider, extraction_model }: ExtractRequest['scrape'],
): Promise<void> {
  const key = await findLlmKey(ctx.jobs.pool, accountId, { provider: extraction_provider })
  if (!key) {
    const at = extraction_provider ? ` at ${extraction_provider}` : ''
    const message = `needs a key of your own${at}: store one with POST /llm-keys`
    refuse([{ path: extraction_provider ? 'extraction_provider' : 'extraction_prompt', message }])
  } else if (!key.model && !extraction_model)
    refuse([{ path: 'extraction_model', message: 'is required: the key has no model stored with it' }])
}

import { DOOR_MARKER } from '@gleaner/contracts/webhook-dialect'
import type { Ours } from '../ours.ts'
import { type Draft, place } from './draft.ts'

/** The request of ours that a draft has become. */
export async function makeRequest(draft: Draft, ours: Ours): Promise<Record<string, unknown>> {
  if (draft.asksModel) await doWithoutModel(draft, ours)
  place(draft, 'metadata', { [DOOR_MARKER]: draft.marker })
  return draft.request
}

/** Fields are found without a model too; only what a model alone can do is left undone, and told. */
async function doWithoutModel(draft: Draft, ours: Ours): Promise<void> {
  const { body } = await ours.ask<{ total: number }>('GET', '/llm-keys?limit=1')
  if (body.total > 0) return
  const { request, warnings } = draft
  const why = 'no model answers for this account (POST /api/v1/llm-keys stores the key of one)'
  if (request.extraction_prompt !== undefined) {
    delete request.extraction_prompt
    if (request.extraction_schema === undefined) request.extraction_profile ??= 'auto'
    warnings.push(`The prompt has no effect: ${why}. Fields are those that the page’s own data has.`)
  }
  if ((request.formats as string[] | undefined)?.includes('summary'))
    warnings.push(`There is no summary: ${why}.`)
}

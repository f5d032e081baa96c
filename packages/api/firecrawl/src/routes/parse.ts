import { DOOR_MARKER } from '@gleaner/contracts/webhook-dialect'
import type { DoorHandler } from '../call.ts'
import { documentOf } from '../documents/document-of.ts'
import { badRequest } from '../door-error.ts'
import { PARSE_FIELDS } from '../fields/parse-fields.ts'
import { setUsual } from '../fields/scrape-fields.ts'
import { createDraft } from '../translate/draft.ts'
import { makeRequest } from '../translate/make-request.ts'
import { translate } from '../translate/translate.ts'
import { scrapeAndWait } from './scrape.ts'

/** POST /parse: a form with the part `file`, and `options` as JSON. */
export const postParse: DoorHandler = async (call) => {
  const { file, fields } = await call.form()
  const draft = createDraft(call.dialect, readOptions(fields.get('options')))
  translate(PARSE_FIELDS, draft.given as Record<string, unknown>, draft)
  setUsual(draft)
  const request = await makeRequest(draft, call.ours)
  // A file that is sent has no labels; what it shows is known here.
  delete request.metadata
  delete request.cache
  delete request.cache_ttl
  const form = new FormData()
  form.set('options', JSON.stringify(request))
  const type = file.contentType ?? 'application/octet-stream'
  form.set('file', new Blob([new Uint8Array(file.bytes)], { type }), file.filename ?? 'file')
  const result = await scrapeAndWait(call, '/parse', form)
  const marked = { ...result, request_metadata: { [DOOR_MARKER]: draft.marker } }
  const document = documentOf(marked, call.dialect, draft.warnings)
  const { metadata } = document as { metadata: Record<string, unknown> }
  // Nothing was fetched: the file's name is all that says where it is from.
  return {
    success: true,
    data: { ...document, metadata: { ...metadata, sourceURL: file.filename, url: file.filename } },
  }
}

function readOptions(text: string | undefined): Record<string, unknown> {
  if (text === undefined) return {}
  try {
    const options: unknown = JSON.parse(text)
    if (typeof options === 'object' && options !== null && !Array.isArray(options))
      return options as Record<string, unknown>
  } catch {
    // Told below.
  }
  throw badRequest('options must be an object as JSON', ['options'], 'invalid_type')
}

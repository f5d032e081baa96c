import { ApiError } from '@gleaner/contracts'
import type { Handler } from '../handler.ts'
import { sendFile } from '../send-file.ts'

/** GET /files/...: a stored file, for whoever has its signed link. */
export const downloadFile: Handler<'downloadFile'> = async ({ files }, { request, response, signal }) => {
  const key = files.links.keyOf(`${request.baseUrl}${request.path}`, request.query)
  const blob = key === undefined ? undefined : await files.store.open(key)
  if (!blob) throw new ApiError('NOT_FOUND', 'This link is not valid, or the file it led to has expired.')
  await sendFile(response, blob, signal)
}

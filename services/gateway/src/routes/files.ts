import { ApiError } from '@gleaner/contracts'
import type { Handler } from '../handler.ts'
import { writeChunk } from '../write-chunk.ts'

/** GET /files/...: a stored screenshot or PDF, for whoever has its signed link. */
export const downloadFile: Handler<'downloadFile'> = async ({ files }, { request, response, signal }) => {
  const key = files.links.keyOf(`${request.baseUrl}${request.path}`, request.query)
  const blob = key === undefined ? undefined : await files.store.open(key)
  if (!blob) throw new ApiError('NOT_FOUND', 'This link is not valid, or the file it led to has expired.')

  response.setHeader('Content-Type', blob.contentType)
  response.setHeader('Content-Length', blob.size)
  response.setHeader('Cache-Control', 'private, max-age=3600')
  // A rendered page is hostile content: it is shown as the file it is, never as a page of this origin.
  response.setHeader('Content-Security-Policy', "default-src 'none'; sandbox")
  for await (const chunk of blob.stream) await writeChunk(response, chunk, signal)
  response.end()
}

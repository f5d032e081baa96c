import type { OpenedBlob } from '@gleaner/storage'
import type { Response } from 'express'
import { writeChunk } from './write-chunk.ts'

/** Sends a stored file, as fast as the caller takes it. Throws ClientClosed. */
export async function sendFile(response: Response, blob: OpenedBlob, signal: AbortSignal): Promise<void> {
  response.setHeader('Content-Type', blob.contentType)
  response.setHeader('Content-Length', blob.size)
  response.setHeader('Cache-Control', 'private, max-age=3600')
  // A rendered page is hostile content: it is shown as the file it is, never as a page of this origin.
  response.setHeader('Content-Security-Policy', "default-src 'none'; sandbox")
  if (blob.contentType === 'application/octet-stream') response.setHeader('Content-Disposition', 'attachment')
  for await (const chunk of blob.stream) await writeChunk(response, chunk, signal)
  response.end()
}

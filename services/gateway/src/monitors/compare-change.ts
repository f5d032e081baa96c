import { ApiError, RETENTION } from '@gleaner/contracts'
import { type ChangePictures, type KeptPicture, noPicture, pictureKeys } from '@gleaner/monitors'
import { comparePictures, type GivenPicture, PictureFault } from '@gleaner/pictures'
import type { OpenedBlob } from '@gleaner/storage'
import type { Context } from '../context.ts'

type Needs = Pick<Context, 'files' | 'comparisons'>

/** The drawing of a change, made when it is asked for first and stored for a day. Throws NOT_FOUND and SERVICE_UNAVAILABLE. */
export async function openComparison(
  ctx: Needs,
  accountId: string,
  pictures: ChangePictures,
  signal: AbortSignal,
): Promise<OpenedBlob> {
  const { store } = ctx.files
  const key = pictureKeys.compared(pictures.after.id)
  const made = await store.open(key)
  if (made) return made
  using _place = await ctx.comparisons.acquire(accountId, signal)
  // Who waited here may find what another has made.
  const found = await store.open(key)
  if (found) return found
  const bytes = await compare(ctx, pictures, signal)
  await store.put(key, bytes, { contentType: 'image/png', ttlMs: RETENTION.resultMs })
  const stored = await store.open(key)
  if (!stored) throw noPicture()
  return stored
}

async function compare(ctx: Needs, { before, after }: ChangePictures, signal: AbortSignal): Promise<Buffer> {
  const was = await open(ctx, before)
  try {
    return await comparePictures(was, await open(ctx, after), signal)
  } catch (error) {
    if (!(error instanceof PictureFault)) throw error
    throw new ApiError(error.isLasting ? 'NOT_FOUND' : 'SERVICE_UNAVAILABLE', error.message)
  } finally {
    was.stream.destroy()
  }
}

async function open({ files }: Needs, { id, takenAt }: KeptPicture): Promise<GivenPicture> {
  const blob = await files.store.open(pictureKeys.kept(id))
  if (!blob) throw noPicture()
  return { stream: blob.stream, takenAt }
}

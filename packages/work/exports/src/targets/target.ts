/** An object that is being written in parts. */
export interface Upload {
  name: string
  contentType: string
  /** The target's name of it; undefined before it has begun. */
  id: string
}

/** What the target has taken of it. */
export interface TakenPart {
  number: number
  etag: string
  bytes: number
}

/** Where objects are written: a bucket, a folder or a webhook. Whatever fails is a TargetFailure. Everything may be repeated. */
export interface Target {
  /** Least size of a part that is not the last one, in bytes. */
  readonly partBytes: number
  /** Largest page, in bytes, that a row may carry; of a larger one it links the result. */
  readonly pageBytes: number
  /** Writes a small object in one go: readers see the old one or the new one. */
  put(name: string, contentType: string, bytes: Uint8Array): Promise<void>
  /** Begins an object that comes in parts; gives the id of the upload. */
  begin(name: string, contentType: string): Promise<string>
  /** Ids of the uploads of an object that have begun, whoever began them. */
  uploadsOf(name: string): Promise<string[]>
  /** Writes a part, which begins at byte `offset`; gives its etag, or undefined: the upload is gone. A part of the same number is replaced. */
  writePart(upload: Upload, number: number, offset: number, bytes: Uint8Array): Promise<string | undefined>
  /** Makes the object of its parts. False: the upload is gone, and the object is to be written anew. */
  complete(upload: Upload, parts: readonly TakenPart[]): Promise<boolean>
  /** Removes an upload that is not wanted any more; one that is gone is fine. */
  abandon(upload: Upload): Promise<void>
  /** Removes what a run that has ended may have left half-written beside its uploads. */
  clear(): Promise<void>
  /** Writes something small and removes it again. */
  test(): Promise<void>
  close(): Promise<void>
}

/** Why a target did not take something, in words for its owner. */
export class TargetFailure extends Error {
  override readonly name = 'TargetFailure'
  /** Whether trying again is of no use. */
  readonly isFinal: boolean

  constructor(message: string, { isFinal = false, cause }: { isFinal?: boolean; cause?: unknown } = {}) {
    super(message, { cause })
    this.isFinal = isFinal
  }
}

import type { Request, Response } from 'express'
import type { Dialect } from './dialect.ts'
import type { Ours } from './ours.ts'

/** A file that was sent, and the fields beside it. */
export interface SentForm {
  file: { bytes: Buffer; filename: string | undefined; contentType: string | undefined }
  fields: ReadonlyMap<string, string>
}

/** What the service that opens this door gives it. */
export interface BodyReaders {
  readJson(request: Request): Promise<unknown>
  readForm(request: Request): Promise<SentForm>
}

/** A request at this door. */
export interface DoorCall {
  dialect: Dialect
  ours: Ours
  /** Of the account that asks. */
  teamId: string
  request: Request
  response: Response
  /** Aborts when the caller has left. */
  signal: AbortSignal
  /** The body as JSON; an empty object where there is none. */
  body(): Promise<Record<string, unknown>>
  form(): Promise<SentForm>
  /** Where this door is reached: `https://api.example.com/v2`. */
  base: string
}

/** Body of a 200. */
export type DoorHandler = (call: DoorCall) => Promise<object>

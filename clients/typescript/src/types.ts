import type { components, operations } from './generated/schema.ts'

/** The name of an operation of the OpenAPI document. */
export type Operation = Exclude<keyof operations, `webhook_${string}`>

/** Every schema of the OpenAPI document by its name: `Schemas['ScrapeResult']`. */
export type Schemas = components['schemas']

type Query<Op extends Operation> = operations[Op]['parameters'] extends { query?: infer Q }
  ? Exclude<Q, undefined>
  : never

type Body<Op extends Operation> = operations[Op] extends {
  requestBody?: { content: { 'application/json': infer B } }
}
  ? B
  : never

/** The fields of an operation's body and query in one object, named as the API names them. */
export type Fields<Op extends Operation> = [Body<Op>] extends [never]
  ? Query<Op>
  : [Query<Op>] extends [never]
    ? Body<Op>
    : Body<Op> & Omit<Query<Op>, keyof Body<Op>>

type Success = 200 | 201 | 202 | 204

type Content<R> = R extends { content: { 'application/json': infer Json } } ? Json : undefined

/** What an operation answers when it succeeds; of several statuses, any of their bodies. */
export type Reply<Op extends Operation> = {
  [Status in keyof operations[Op]['responses']]: Status extends Success
    ? Content<operations[Op]['responses'][Status]>
    : never
}[keyof operations[Op]['responses']]

/** An entry of the list `Key` of what an operation answers. */
export type Entry<Op extends Operation, Key extends string> =
  Reply<Op> extends Partial<Record<Key, (infer Item)[]>> ? Item : never

/** One event of a stream: its place in the log as `id`. */
export type StreamEvent<Data> = {
  [Name in keyof Data]: { event: Name; id: string; data: Data[Name] }
}[keyof Data]

/** What holds for one call alone, after its fields. */
export interface RequestOptions {
  /** Ends the call; it rejects with the signal's reason. What the service has begun goes on. */
  signal?: AbortSignal
  /** Most milliseconds that the call takes, its retries and waits included. */
  timeout?: number
  /** Of a POST that creates or charges: the same key gives the first reply again for 24 hours. One is made where none is given. */
  idempotencyKey?: string
  /** Sent as well; go before those of the client. */
  headers?: Record<string, string>
  /** How often the call is repeated after a passing fault. */
  maxRetries?: number
}

/** Fields of an operation that takes a file as it is in place of its `content`. */
export type Upload<Op extends Operation> =
  | Fields<Op>
  | (Omit<Fields<Op>, 'content' | 'encoding'> & { file: Blob | Uint8Array })

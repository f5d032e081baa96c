import { BatchesApi } from '../generated/groups/batches.ts'
import type { Fields, RequestOptions, Schemas } from '../types.ts'
import { type WaitOptions, waitUntilOver } from '../waiting/wait-until-over.ts'

export class Batches extends BatchesApi {
  /** Waits until all items have ended, well or not; the results are read by `results`. */
  wait(batch_id: string, options?: WaitOptions): Promise<Schemas['Batch']> {
    const read = (call: RequestOptions) => this.get(batch_id, { include_results: false }, call)
    return waitUntilOver(this.transport, { batch_id }, read, options)
  }

  /** The jobs of a batch as they are now, with the results of those that have ended: one by one, in the order of the request. */
  read(
    batch_id: string,
    fields: Omit<Fields<'getBatchResults'>, 'format'> = {},
    options?: RequestOptions,
  ): AsyncGenerator<Schemas['Job'], void, undefined> {
    return this.followLines<Schemas['Job']>('getBatchResults', [batch_id], fields, options)
  }

  /** Waits for the batch, then gives its jobs with their results one by one, in the order of the request. */
  async *results(
    batch_id: string,
    fields: Omit<Fields<'getBatchResults'>, 'format'> = {},
    options?: WaitOptions,
  ): AsyncGenerator<Schemas['Job'], void, undefined> {
    await this.wait(batch_id, options)
    yield* this.read(batch_id, fields, options)
  }
}

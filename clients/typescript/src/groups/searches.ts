import { SearchesApi } from '../generated/groups/searches.ts'
import type { RequestOptions, Schemas } from '../types.ts'
import { type WaitOptions, waitUntilOver } from '../waiting/wait-until-over.ts'

export class Searches extends SearchesApi {
  /** Waits until all results are scraped, or have failed. */
  wait(search_id: string, options?: WaitOptions): Promise<Schemas['Search']> {
    const read = (call: RequestOptions) => this.get(search_id, call)
    return waitUntilOver(this.transport, undefined, read, options)
  }
}

// Written by `pnpm docs` from the OpenAPI document. Do not edit.
import { Group } from '../../group.ts'
import type { Entry, Fields, Reply, RequestOptions } from '../../types.ts'

export class ExportsApi extends Group {
  /** Write the pages of a batch to one of your export destinations. `POST /batch/{batch_id}/export` */
  ofBatch(
    batch_id: string,
    fields: Fields<'exportBatch'>,
    options?: RequestOptions,
  ): Promise<Reply<'exportBatch'>> {
    return this.callOperation('exportBatch', [batch_id], fields, options)
  }

  /** Write the pages of a crawl to one of your export destinations. `POST /crawl/{crawl_id}/export` */
  ofCrawl(
    crawl_id: string,
    fields: Fields<'exportCrawl'>,
    options?: RequestOptions,
  ): Promise<Reply<'exportCrawl'>> {
    return this.callOperation('exportCrawl', [crawl_id], fields, options)
  }

  /** List your exports of the last 31 days, the newest first. `GET /exports/runs` */
  list(fields: Fields<'listExports'> = {}, options?: RequestOptions): Promise<Reply<'listExports'>> {
    return this.callOperation('listExports', [], fields, options)
  }

  /** Every entry of `list`, page by page as they are asked for. */
  all(
    fields: Fields<'listExports'> = {},
    options?: RequestOptions,
  ): AsyncGenerator<Entry<'listExports', 'exports'>, void, undefined> {
    return this.turnPages('listExports', [], fields, options, { by: 'offset', entries: 'exports' })
  }

  /** Read how far an export is. `GET /exports/runs/{export_id}` */
  get(export_id: string, options?: RequestOptions): Promise<Reply<'getExport'>> {
    return this.callOperation('getExport', [export_id], {}, options)
  }

  /** Cancel an export. Objects that are whole stay; what is begun is removed. `DELETE /exports/runs/{export_id}` */
  cancel(export_id: string, options?: RequestOptions): Promise<Reply<'cancelExport'>> {
    return this.callOperation('cancelExport', [export_id], {}, options)
  }
}

// Written by `pnpm docs` from the OpenAPI document. Do not edit.
import { Group } from '../../group.ts'
import type { Entry, Fields, Reply, RequestOptions } from '../../types.ts'

export class ExportDestinationsApi extends Group {
  /** Register a bucket, a folder or a webhook that exports can be written to. `POST /exports` */
  create(
    fields: Fields<'createExportDestination'>,
    options?: RequestOptions,
  ): Promise<Reply<'createExportDestination'>> {
    return this.callOperation('createExportDestination', [], fields, options)
  }

  /** List the places that exports of the account can be written to. `GET /exports` */
  list(
    fields: Fields<'listExportDestinations'> = {},
    options?: RequestOptions,
  ): Promise<Reply<'listExportDestinations'>> {
    return this.callOperation('listExportDestinations', [], fields, options)
  }

  /** Every entry of `list`, page by page as they are asked for. */
  all(
    fields: Fields<'listExportDestinations'> = {},
    options?: RequestOptions,
  ): AsyncGenerator<Entry<'listExportDestinations', 'destinations'>, void, undefined> {
    return this.turnPages('listExportDestinations', [], fields, options, {
      by: 'offset',
      entries: 'destinations',
    })
  }

  /** Read an export destination; its secret is not shown. `GET /exports/{destination_id}` */
  get(destination_id: string, options?: RequestOptions): Promise<Reply<'getExportDestination'>> {
    return this.callOperation('getExportDestination', [destination_id], {}, options)
  }

  /** Change the named fields of an export destination. `PATCH /exports/{destination_id}` */
  update(
    destination_id: string,
    fields: Fields<'updateExportDestination'>,
    options?: RequestOptions,
  ): Promise<Reply<'updateExportDestination'>> {
    return this.callOperation('updateExportDestination', [destination_id], fields, options)
  }

  /** Delete an export destination that no export is being written to. What was written stays. `DELETE /exports/{destination_id}` */
  delete(destination_id: string, options?: RequestOptions): Promise<void> {
    return this.callOperation('deleteExportDestination', [destination_id], {}, options)
  }

  /** Write a small object, delete it again, and tell how that went. `POST /exports/{destination_id}/test` */
  test(destination_id: string, options?: RequestOptions): Promise<Reply<'testExportDestination'>> {
    return this.callOperation('testExportDestination', [destination_id], {}, options)
  }
}

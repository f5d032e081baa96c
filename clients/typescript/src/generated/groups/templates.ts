// Written by `pnpm docs` from the OpenAPI document. Do not edit.
import { Group } from '../../group.ts'
import type { Entry, Fields, Reply, RequestOptions } from '../../types.ts'

export class TemplatesApi extends Group {
  /** Store selectors under a name, to be used as template in scrapes and batches. `POST /templates` */
  create(fields: Fields<'createTemplate'>, options?: RequestOptions): Promise<Reply<'createTemplate'>> {
    return this.callOperation('createTemplate', [], fields, options)
  }

  /** List the account's templates. `GET /templates` */
  list(fields: Fields<'listTemplates'> = {}, options?: RequestOptions): Promise<Reply<'listTemplates'>> {
    return this.callOperation('listTemplates', [], fields, options)
  }

  /** Every entry of `list`, page by page as they are asked for. */
  all(
    fields: Fields<'listTemplates'> = {},
    options?: RequestOptions,
  ): AsyncGenerator<Entry<'listTemplates', 'templates'>, void, undefined> {
    return this.turnPages('listTemplates', [], fields, options, { by: 'offset', entries: 'templates' })
  }

  /** Read one of your templates. `GET /templates/{template_id}` */
  get(template_id: string, options?: RequestOptions): Promise<Reply<'getTemplate'>> {
    return this.callOperation('getTemplate', [template_id], {}, options)
  }

  /** Change the named fields of a template. Jobs that were accepted before keep what it was. `PATCH /templates/{template_id}` */
  update(
    template_id: string,
    fields: Fields<'updateTemplate'>,
    options?: RequestOptions,
  ): Promise<Reply<'updateTemplate'>> {
    return this.callOperation('updateTemplate', [template_id], fields, options)
  }

  /** Delete a template. Jobs that were accepted before keep it. `DELETE /templates/{template_id}` */
  delete(template_id: string, options?: RequestOptions): Promise<void> {
    return this.callOperation('deleteTemplate', [template_id], {}, options)
  }

  /** Try a template on a page that you send, or that is fetched: what each of its selectors finds. `POST /templates/{template_id}/test` */
  test(
    template_id: string,
    fields: Fields<'testTemplate'>,
    options?: RequestOptions,
  ): Promise<Reply<'testTemplate'>> {
    return this.callOperation('testTemplate', [template_id], fields, options)
  }
}

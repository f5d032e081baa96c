// Written by `pnpm docs` from the OpenAPI document. Do not edit.
import { Group } from '../../group.ts'
import type { Entry, Fields, Reply, RequestOptions } from '../../types.ts'

export class LlmKeysApi extends Group {
  /** Store a key of your own at a provider of language models, which extraction_prompt is answered with. `POST /llm-keys` */
  create(fields: Fields<'createLlmKey'>, options?: RequestOptions): Promise<Reply<'createLlmKey'>> {
    return this.callOperation('createLlmKey', [], fields, options)
  }

  /** List your keys at providers of language models. `GET /llm-keys` */
  list(fields: Fields<'listLlmKeys'> = {}, options?: RequestOptions): Promise<Reply<'listLlmKeys'>> {
    return this.callOperation('listLlmKeys', [], fields, options)
  }

  /** Every entry of `list`, page by page as they are asked for. */
  all(
    fields: Fields<'listLlmKeys'> = {},
    options?: RequestOptions,
  ): AsyncGenerator<Entry<'listLlmKeys', 'llm_keys'>, void, undefined> {
    return this.turnPages('listLlmKeys', [], fields, options, { by: 'offset', entries: 'llm_keys' })
  }

  /** Read one of your keys; the key itself is not shown. `GET /llm-keys/{llm_key_id}` */
  get(llm_key_id: string, options?: RequestOptions): Promise<Reply<'getLlmKey'>> {
    return this.callOperation('getLlmKey', [llm_key_id], {}, options)
  }

  /** Change the named fields of a key. `PATCH /llm-keys/{llm_key_id}` */
  update(
    llm_key_id: string,
    fields: Fields<'updateLlmKey'>,
    options?: RequestOptions,
  ): Promise<Reply<'updateLlmKey'>> {
    return this.callOperation('updateLlmKey', [llm_key_id], fields, options)
  }

  /** Delete a key of yours at a provider. `DELETE /llm-keys/{llm_key_id}` */
  delete(llm_key_id: string, options?: RequestOptions): Promise<void> {
    return this.callOperation('deleteLlmKey', [llm_key_id], {}, options)
  }

  /** Ask the provider for a few words and tell how it went. `POST /llm-keys/{llm_key_id}/test` */
  test(llm_key_id: string, options?: RequestOptions): Promise<Reply<'testLlmKey'>> {
    return this.callOperation('testLlmKey', [llm_key_id], {}, options)
  }
}

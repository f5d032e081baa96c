// Written by `pnpm docs` from the OpenAPI document. Do not edit.
import { Group } from '../../group.ts'
import type { Fields, Reply, RequestOptions } from '../../types.ts'

export class MapsApi extends Group {
  /** Find out which addresses a site has. `POST /map` */
  create(fields: Fields<'createMap'>, options?: RequestOptions): Promise<Reply<'createMap'>> {
    return this.callOperation('createMap', [], fields, options)
  }

  /** Read a map again, for 24 hours. `GET /map/{map_id}` */
  get(map_id: string, options?: RequestOptions): Promise<Reply<'getMap'>> {
    return this.callOperation('getMap', [map_id], {}, options)
  }
}

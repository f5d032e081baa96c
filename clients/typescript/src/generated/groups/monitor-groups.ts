// Written by `pnpm docs` from the OpenAPI document. Do not edit.
import { Group } from '../../group.ts'
import type { Entry, Fields, Reply, RequestOptions } from '../../types.ts'

export class MonitorGroupsApi extends Group {
  /** Make settings that monitors share by `group_id`. `POST /monitor-groups` */
  create(
    fields: Fields<'createMonitorGroup'>,
    options?: RequestOptions,
  ): Promise<Reply<'createMonitorGroup'>> {
    return this.callOperation('createMonitorGroup', [], fields, options)
  }

  /** List the account's groups of monitors, the oldest first. `GET /monitor-groups` */
  list(
    fields: Fields<'listMonitorGroups'> = {},
    options?: RequestOptions,
  ): Promise<Reply<'listMonitorGroups'>> {
    return this.callOperation('listMonitorGroups', [], fields, options)
  }

  /** Every entry of `list`, page by page as they are asked for. */
  all(
    fields: Fields<'listMonitorGroups'> = {},
    options?: RequestOptions,
  ): AsyncGenerator<Entry<'listMonitorGroups', 'groups'>, void, undefined> {
    return this.turnPages('listMonitorGroups', [], fields, options, { by: 'offset', entries: 'groups' })
  }

  /** Read one of your groups. `GET /monitor-groups/{group_id}` */
  get(group_id: string, options?: RequestOptions): Promise<Reply<'getMonitorGroup'>> {
    return this.callOperation('getMonitorGroup', [group_id], {}, options)
  }

  /** Change the named settings of a group, for all its monitors or none. `PATCH /monitor-groups/{group_id}` */
  update(
    group_id: string,
    fields: Fields<'updateMonitorGroup'>,
    options?: RequestOptions,
  ): Promise<Reply<'updateMonitorGroup'>> {
    return this.callOperation('updateMonitorGroup', [group_id], fields, options)
  }

  /** Delete a group that no monitor is in. `DELETE /monitor-groups/{group_id}` */
  delete(group_id: string, options?: RequestOptions): Promise<void> {
    return this.callOperation('deleteMonitorGroup', [group_id], {}, options)
  }
}

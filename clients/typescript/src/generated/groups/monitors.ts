// Written by `pnpm docs` from the OpenAPI document. Do not edit.
import { Group } from '../../group.ts'
import type { Entry, Fields, Reply, RequestOptions } from '../../types.ts'

export class MonitorsApi extends Group {
  /** Have pages watched. `POST /monitors` */
  create(fields: Fields<'createMonitor'>, options?: RequestOptions): Promise<Reply<'createMonitor'>> {
    return this.callOperation('createMonitor', [], fields, options)
  }

  /** List the account's monitors, the oldest first. `GET /monitors` */
  list(fields: Fields<'listMonitors'> = {}, options?: RequestOptions): Promise<Reply<'listMonitors'>> {
    return this.callOperation('listMonitors', [], fields, options)
  }

  /** Every entry of `list`, page by page as they are asked for. */
  all(
    fields: Fields<'listMonitors'> = {},
    options?: RequestOptions,
  ): AsyncGenerator<Entry<'listMonitors', 'monitors'>, void, undefined> {
    return this.turnPages('listMonitors', [], fields, options, { by: 'offset', entries: 'monitors' })
  }

  /** Read one of your monitors. `GET /monitors/{monitor_id}` */
  get(monitor_id: string, options?: RequestOptions): Promise<Reply<'getMonitor'>> {
    return this.callOperation('getMonitor', [monitor_id], {}, options)
  }

  /** Change the named fields of a monitor. It then acts for you. `PATCH /monitors/{monitor_id}` */
  update(
    monitor_id: string,
    fields: Fields<'updateMonitor'>,
    options?: RequestOptions,
  ): Promise<Reply<'updateMonitor'>> {
    return this.callOperation('updateMonitor', [monitor_id], fields, options)
  }

  /** Delete a monitor with all that it knows. `DELETE /monitors/{monitor_id}` */
  delete(monitor_id: string, options?: RequestOptions): Promise<void> {
    return this.callOperation('deleteMonitor', [monitor_id], {}, options)
  }

  /** Pause a monitor. A check that waits is cancelled, one that goes on is not. `POST /monitors/{monitor_id}/pause` */
  pause(monitor_id: string, options?: RequestOptions): Promise<Reply<'pauseMonitor'>> {
    return this.callOperation('pauseMonitor', [monitor_id], {}, options)
  }

  /** Let a paused monitor go on with its next time. It then acts for you. `POST /monitors/{monitor_id}/resume` */
  resume(monitor_id: string, options?: RequestOptions): Promise<Reply<'resumeMonitor'>> {
    return this.callOperation('resumeMonitor', [monitor_id], {}, options)
  }

  /** Check now, also one that is paused. Its next time stays. `POST /monitors/{monitor_id}/check` */
  check(monitor_id: string, options?: RequestOptions): Promise<Reply<'checkMonitor'>> {
    return this.callOperation('checkMonitor', [monitor_id], {}, options)
  }

  /** List the checks of a monitor of the last 31 days, the newest first. `GET /monitors/{monitor_id}/checks` */
  checks(
    monitor_id: string,
    fields: Fields<'listMonitorChecks'> = {},
    options?: RequestOptions,
  ): Promise<Reply<'listMonitorChecks'>> {
    return this.callOperation('listMonitorChecks', [monitor_id], fields, options)
  }

  /** Every entry of `checks`, page by page as they are asked for. */
  allChecks(
    monitor_id: string,
    fields: Fields<'listMonitorChecks'> = {},
    options?: RequestOptions,
  ): AsyncGenerator<Entry<'listMonitorChecks', 'checks'>, void, undefined> {
    return this.turnPages('listMonitorChecks', [monitor_id], fields, options, {
      by: 'offset',
      entries: 'checks',
    })
  }

  /** List what a monitor has found in the last 90 days, the newest first. `GET /monitors/{monitor_id}/changes` */
  changes(
    monitor_id: string,
    fields: Fields<'listMonitorChanges'> = {},
    options?: RequestOptions,
  ): Promise<Reply<'listMonitorChanges'>> {
    return this.callOperation('listMonitorChanges', [monitor_id], fields, options)
  }

  /** Every entry of `changes`, page by page as they are asked for. */
  allChanges(
    monitor_id: string,
    fields: Fields<'listMonitorChanges'> = {},
    options?: RequestOptions,
  ): AsyncGenerator<Entry<'listMonitorChanges', 'changes'>, void, undefined> {
    return this.turnPages('listMonitorChanges', [monitor_id], fields, options, {
      by: 'offset',
      entries: 'changes',
    })
  }

  /** See a change: the page before and after beside each other, what differs outlined. `GET /monitors/{monitor_id}/changes/{change_id}/picture.png` */
  changePicture(monitor_id: string, change_id: string, options?: RequestOptions): Promise<Response> {
    return this.callOperation('getMonitorChangePicture', [monitor_id, change_id], {}, options)
  }

  /** What a monitor has found, as an Atom feed. `GET /monitors/{monitor_id}/feed.atom` */
  feed(monitor_id: string, options?: RequestOptions): Promise<Response> {
    return this.callOperation('getMonitorFeed', [monitor_id], {}, options)
  }

  /** See the values of a field as a chart (SVG), for an `<img>`. `GET /monitors/{monitor_id}/fields/{field}/chart.svg` */
  fieldChart(
    monitor_id: string,
    field: string,
    fields: Fields<'getMonitorFieldChart'> = {},
    options?: RequestOptions,
  ): Promise<Response> {
    return this.callOperation('getMonitorFieldChart', [monitor_id, field], fields, options)
  }

  /** List the values that a field has had, the newest first. `GET /monitors/{monitor_id}/fields/{field}/history` */
  fieldHistory(
    monitor_id: string,
    field: string,
    fields: Fields<'listMonitorFieldHistory'> = {},
    options?: RequestOptions,
  ): Promise<Reply<'listMonitorFieldHistory'>> {
    return this.callOperation('listMonitorFieldHistory', [monitor_id, field], fields, options)
  }

  /** Every entry of `fieldHistory`, page by page as they are asked for. */
  allFieldHistory(
    monitor_id: string,
    field: string,
    fields: Fields<'listMonitorFieldHistory'> = {},
    options?: RequestOptions,
  ): AsyncGenerator<Entry<'listMonitorFieldHistory', 'values'>, void, undefined> {
    return this.turnPages('listMonitorFieldHistory', [monitor_id, field], fields, options, {
      by: 'offset',
      entries: 'values',
    })
  }

  /** Forget what of the pages is noise. It is learned anew. `DELETE /monitors/{monitor_id}/noise` */
  resetNoise(monitor_id: string, options?: RequestOptions): Promise<void> {
    return this.callOperation('resetMonitorNoise', [monitor_id], {}, options)
  }

  /** List the pages that a monitor knows, by address, with what of them is noise. `GET /monitors/{monitor_id}/pages` */
  pages(
    monitor_id: string,
    fields: Fields<'listMonitorPages'> = {},
    options?: RequestOptions,
  ): Promise<Reply<'listMonitorPages'>> {
    return this.callOperation('listMonitorPages', [monitor_id], fields, options)
  }

  /** Every entry of `pages`, page by page as they are asked for. */
  allPages(
    monitor_id: string,
    fields: Fields<'listMonitorPages'> = {},
    options?: RequestOptions,
  ): AsyncGenerator<Entry<'listMonitorPages', 'pages'>, void, undefined> {
    return this.turnPages('listMonitorPages', [monitor_id], fields, options, {
      by: 'offset',
      entries: 'pages',
    })
  }

  /** List the versions of pages that are kept, the newest first. `GET /monitors/{monitor_id}/snapshots` */
  snapshots(
    monitor_id: string,
    fields: Fields<'listMonitorSnapshots'> = {},
    options?: RequestOptions,
  ): Promise<Reply<'listMonitorSnapshots'>> {
    return this.callOperation('listMonitorSnapshots', [monitor_id], fields, options)
  }

  /** Every entry of `snapshots`, page by page as they are asked for. */
  allSnapshots(
    monitor_id: string,
    fields: Fields<'listMonitorSnapshots'> = {},
    options?: RequestOptions,
  ): AsyncGenerator<Entry<'listMonitorSnapshots', 'snapshots'>, void, undefined> {
    return this.turnPages('listMonitorSnapshots', [monitor_id], fields, options, {
      by: 'offset',
      entries: 'snapshots',
    })
  }

  /** Read one version of a page. `GET /monitors/{monitor_id}/snapshots/{snapshot_id}` */
  getSnapshot(
    monitor_id: string,
    snapshot_id: string,
    options?: RequestOptions,
  ): Promise<Reply<'getMonitorSnapshot'>> {
    return this.callOperation('getMonitorSnapshot', [monitor_id, snapshot_id], {}, options)
  }
}

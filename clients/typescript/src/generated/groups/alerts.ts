// Written by `pnpm docs` from the OpenAPI document. Do not edit.
import { Group } from '../../group.ts'
import type { Entry, Fields, Reply, RequestOptions } from '../../types.ts'

export class AlertsApi extends Group {
  /** Make a rule that tells you when money runs low or jobs go wrong. `POST /alerts/rules` */
  create(fields: Fields<'createAlertRule'>, options?: RequestOptions): Promise<Reply<'createAlertRule'>> {
    return this.callOperation('createAlertRule', [], fields, options)
  }

  /** List the account's alert rules. `GET /alerts/rules` */
  list(fields: Fields<'listAlertRules'> = {}, options?: RequestOptions): Promise<Reply<'listAlertRules'>> {
    return this.callOperation('listAlertRules', [], fields, options)
  }

  /** Every entry of `list`, page by page as they are asked for. */
  all(
    fields: Fields<'listAlertRules'> = {},
    options?: RequestOptions,
  ): AsyncGenerator<Entry<'listAlertRules', 'rules'>, void, undefined> {
    return this.turnPages('listAlertRules', [], fields, options, { by: 'offset', entries: 'rules' })
  }

  /** Read an alert rule, with its latest alerts. `GET /alerts/rules/{rule_id}` */
  get(rule_id: string, options?: RequestOptions): Promise<Reply<'getAlertRule'>> {
    return this.callOperation('getAlertRule', [rule_id], {}, options)
  }

  /** Change the named fields of an alert rule. `PATCH /alerts/rules/{rule_id}` */
  update(
    rule_id: string,
    fields: Fields<'updateAlertRule'>,
    options?: RequestOptions,
  ): Promise<Reply<'updateAlertRule'>> {
    return this.callOperation('updateAlertRule', [rule_id], fields, options)
  }

  /** Delete an alert rule. Its history stays. `DELETE /alerts/rules/{rule_id}` */
  delete(rule_id: string, options?: RequestOptions): Promise<void> {
    return this.callOperation('deleteAlertRule', [rule_id], {}, options)
  }

  /** Send a test message to every channel of a rule, and report how that went. `POST /alerts/rules/{rule_id}/test` */
  test(rule_id: string, options?: RequestOptions): Promise<Reply<'testAlertRule'>> {
    return this.callOperation('testAlertRule', [rule_id], {}, options)
  }

  /** What has fired and was resolved in the last 90 days, the newest first. `GET /alerts/history` */
  history(
    fields: Fields<'listAlertHistory'> = {},
    options?: RequestOptions,
  ): Promise<Reply<'listAlertHistory'>> {
    return this.callOperation('listAlertHistory', [], fields, options)
  }

  /** Every entry of `history`, page by page as they are asked for. */
  allHistory(
    fields: Fields<'listAlertHistory'> = {},
    options?: RequestOptions,
  ): AsyncGenerator<Entry<'listAlertHistory', 'alerts'>, void, undefined> {
    return this.turnPages('listAlertHistory', [], fields, options, { by: 'offset', entries: 'alerts' })
  }
}

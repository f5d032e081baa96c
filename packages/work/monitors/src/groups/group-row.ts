import type { MonitorGroup, MonitorSettings } from '@gleaner/contracts'
import { maskRequest } from '@gleaner/contracts/mask-request'
import { storableJson } from '@gleaner/db'
import type { SecretBox } from '@gleaner/security/secret-box'
import { secretsContext } from './secrets.ts'

/** A group as it is shown. */
export interface GroupRow {
  id: string
  name: string
  test: boolean
  settings: MonitorSettings
  monitors: number
  createdAt: Date
  updatedAt: Date
}

/** FROM and select list for GroupRow. */
export const GROUP_COLUMNS = `id, name, test, settings, created_at AS "createdAt", updated_at AS "updatedAt",
  (SELECT count(*)::int FROM monitor WHERE monitor.group_id = monitor_group.id) AS monitors`

export function presentGroup({ settings, createdAt, updatedAt, ...row }: GroupRow): MonitorGroup {
  const { id, name, test, monitors } = row
  const times = { created_at: createdAt.toISOString(), updated_at: updatedAt.toISOString() }
  return { id, name, test, ...settings, monitors, ...times }
}

/** Settings as they are stored: what may be shown, and, where that lacks something, the whole sealed. */
export function sealSettings(
  box: SecretBox,
  id: string,
  settings: MonitorSettings,
): { settings: string; secrets: Uint8Array | null } {
  const { options } = maskRequest({ options: settings.options })
  const shown = storableJson(options == null ? settings : { ...settings, options })
  const whole = storableJson(settings)
  return { settings: shown, secrets: shown === whole ? null : box.seal(whole, secretsContext(id)) }
}

/** As they were sent. Throws SecretUnreadable. */
export function openSettings(
  box: SecretBox,
  { id, settings, secrets }: { id: string; settings: MonitorSettings; secrets: Buffer | null },
): MonitorSettings {
  return secrets === null ? settings : JSON.parse(box.open(secrets, secretsContext(id)))
}

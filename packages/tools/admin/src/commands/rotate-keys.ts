import { replaceKeyCheck } from '@gleaner/connections'
import type { Command, Shown } from '../command.ts'
import { openSecretBox } from '../local-settings.ts'
import { countByKey, resealColumn } from '../reseal.ts'
import { SEALED_COLUMNS } from '../sealed-columns.ts'

export const rotateKeysCommand: Command = {
  summary:
    'Seals everything anew that older keys of ENCRYPTION_KEYS have sealed, and tells which of them may be removed.',
  options: {
    check: { help: 'only counts what each key has sealed' },
    lost: { help: 'lets processes start although a key is lost: what it has sealed stays unreadable' },
  },
  async run({ db, actor, env }, values) {
    const secretBox = openSecretBox(env)
    if (values.lost && !values.check) await replaceKeyCheck(db.pool, secretBox)
    const before = await countByKey(db.pool, SEALED_COLUMNS)
    if (!values.check) for (const column of SEALED_COLUMNS) await resealColumn(db, secretBox, column, actor)
    const now = await countByKey(db.pool, SEALED_COLUMNS)
    const keys = [...new Set([...secretBox.keyIds, ...before.keys(), ...now.keys()])]
    return keys.map((key): Shown => {
      const left = now.get(key) ?? 0
      return {
        key,
        sealed_before: before.get(key) ?? 0,
        sealed_now: left,
        what_now: adviceOn(secretBox.keyIds, key, left),
      }
    })
  },
}

function adviceOn([newest, ...older]: readonly string[], key: string, left: number): string {
  if (key === newest) return 'seals'
  if (!older.includes(key))
    return left > 0 ? 'is not in ENCRYPTION_KEYS: these values cannot be read' : 'is gone'
  return left > 0
    ? 'must stay; run rotate-keys again'
    : 'may be removed, a day after the newest key began to seal'
}

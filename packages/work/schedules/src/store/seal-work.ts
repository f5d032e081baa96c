import { maskRequest } from '@gleaner/contracts/mask-request'
import { storableJson } from '@gleaner/db'
import type { SecretBox } from '@gleaner/security/secret-box'
import { secretsContext } from '../secrets.ts'
import type { Work } from '../work.ts'

/** What a schedule runs as it is stored: what may be shown, and, where that lacks something, the whole sealed. */
export interface StoredWork {
  work: string
  secrets: Uint8Array | null
}

export function sealWork(box: SecretBox, id: string, work: Work): StoredWork {
  const [shown, whole] = [storableJson(maskRequest(work)), storableJson(work)]
  return { work: shown, secrets: shown === whole ? null : box.seal(whole, secretsContext(id)) }
}

/** As it was sent. Throws SecretUnreadable. */
export function openWork(
  box: SecretBox,
  { id, work, secrets }: { id: string; work: Work; secrets: Buffer | null },
): Work {
  return secrets === null ? work : JSON.parse(box.open(secrets, secretsContext(id)))
}

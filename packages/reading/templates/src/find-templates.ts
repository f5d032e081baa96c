import { EXTRACTION_PROFILES, isUuid, nearestName, type TemplateSelectors } from '@gleaner/contracts'
import type { Queryable } from '@gleaner/db'

export interface NamedSelectors extends TemplateSelectors {
  name: string
}

/** An account's templates by the names or ids that requests have for them; what is not there is absent. */
export async function findTemplates(
  db: Queryable,
  accountId: string,
  asked: readonly string[],
): Promise<Map<string, NamedSelectors>> {
  const ids = asked.filter(isUuid).map((id) => id.toLowerCase())
  const { rows } = await db.query<{ id: string; name: string; selectors: TemplateSelectors }>(
    'SELECT id, name, selectors FROM template WHERE account_id = $1 AND (name = ANY($2) OR id = ANY($3::uuid[]))',
    [accountId, asked, ids],
  )
  const found = new Map<string, NamedSelectors>()
  for (const key of asked) {
    const row = rows.find(({ name }) => name === key) ?? rows.find(({ id }) => id === key.toLowerCase())
    if (row) found.set(key, { name: row.name, ...row.selectors })
  }
  return found
}

/** Why a template cannot be used that is not there, with the one that was most likely meant. */
export async function whyNoTemplate(db: Queryable, accountId: string, asked: string): Promise<string> {
  const { rows } = await db.query<{ name: string }>('SELECT name FROM template WHERE account_id = $1', [
    accountId,
  ])
  const nearest = nearestName(asked, [...rows.map(({ name }) => name), ...EXTRACTION_PROFILES], 0.5)
  const hint = nearest === undefined ? 'store one with POST /templates' : `did you mean "${nearest}"?`
  return `there is no such template in this account; ${hint}`
}

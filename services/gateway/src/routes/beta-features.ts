import type { Caller } from '@gleaner/accounts'
import type { Database } from '@gleaner/db'
import * as features from '@gleaner/switches/beta-features'
import type { Handler } from '../handler.ts'
import { noteAct } from '../note-act.ts'

/** GET /beta-features, /beta-features/my; POST /beta-features/{slug}/enable, .../disable. */
export const listBetaFeatures: Handler<'listBetaFeatures'> = async ({ db }, { caller, response }) => {
  response.json(await features.listBetaFeatures(db, caller.accountId))
}

export const listMyBetaFeatures: Handler<'listMyBetaFeatures'> = async ({ db }, { caller, response }) => {
  response.json(await features.enabledBetaFeatures(db, caller.accountId))
}

export const enableBetaFeature: Handler<'enableBetaFeature'> = async (
  { db },
  { caller, params, response },
) => {
  response.json(await switchTo(true, db, caller, params.slug))
}

export const disableBetaFeature: Handler<'disableBetaFeature'> = async (
  { db },
  { caller, params, response },
) => {
  response.json(await switchTo(false, db, caller, params.slug))
}

async function switchTo(enabled: boolean, db: Database, caller: Caller, slug: string) {
  return await db.transaction(async (both) => {
    const switched = await features.switchBetaFeature(both, caller.accountId, slug, enabled)
    const target = `beta_feature:${slug}`
    await noteAct(both, caller, { action: 'beta_feature.switched', target, details: { enabled } })
    return switched
  })
}

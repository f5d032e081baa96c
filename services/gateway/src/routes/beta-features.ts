import * as features from '@gleaner/switches/beta-features'
import type { Handler } from '../handler.ts'

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
  response.json(await features.switchBetaFeature(db, caller.accountId, params.slug, true))
}

export const disableBetaFeature: Handler<'disableBetaFeature'> = async (
  { db },
  { caller, params, response },
) => {
  response.json(await features.switchBetaFeature(db, caller.accountId, params.slug, false))
}

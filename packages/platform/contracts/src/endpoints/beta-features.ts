import { z } from 'zod'
import { endpointsIn } from '../endpoint.ts'
import { BetaFeatureList, BetaFeatureSlugs, BetaFeatureSwitched } from '../schemas/beta-features.ts'

const endpoint = endpointsIn('Beta features', 'What the operator offers before it is for everybody.')

const params = z.object({
  slug: z.string().describe('A feature: the `slug` that `GET /beta-features` lists.'),
})

export const listBetaFeatures = endpoint({
  method: 'GET',
  path: '/beta-features',
  summary: "List the operator's beta features, and which of them your account has switched on.",
  auth: 'apiKeyOrBearer',
  responses: { 200: BetaFeatureList },
  errors: [],
})

export const listMyBetaFeatures = endpoint({
  method: 'GET',
  path: '/beta-features/my',
  summary: 'List the features that are on for your account.',
  auth: 'apiKeyOrBearer',
  responses: { 200: BetaFeatureSlugs },
  errors: [],
})

export const enableBetaFeature = endpoint({
  method: 'POST',
  path: '/beta-features/{slug}/enable',
  summary: 'Switch a beta feature on.',
  auth: 'apiKeyOrBearer',
  role: 'admin',
  params,
  responses: { 200: BetaFeatureSwitched },
  errors: ['NOT_FOUND'],
})

export const disableBetaFeature = endpoint({
  method: 'POST',
  path: '/beta-features/{slug}/disable',
  summary: 'Switch a beta feature off.',
  auth: 'apiKeyOrBearer',
  role: 'admin',
  params,
  responses: { 200: BetaFeatureSwitched },
  errors: ['NOT_FOUND', 'CONFLICT'],
})

import type { AreaExamples } from './endpoint-example.ts'

const params = { slug: 'sharper-tables' }
const switched = (enabled: boolean) => ({
  feature_slug: params.slug,
  enabled,
  message: `Sharper tables is ${enabled ? 'on' : 'off'}.`,
})

export const betaFeatures: AreaExamples = {
  listBetaFeatures: {
    replies: {
      200: {
        features: [
          {
            slug: params.slug,
            name: 'Sharper tables',
            description: 'Reads tables whose headings span several rows.',
            status: 'beta',
            created_at: '2026-11-22T08:00:00.000Z',
            enabled: true,
          },
        ],
        total: 1,
      },
    },
  },
  listMyBetaFeatures: { replies: { 200: { features: [params.slug] } } },
  enableBetaFeature: { params, replies: { 200: switched(true) } },
  disableBetaFeature: { params, replies: { 200: switched(false) } },
}

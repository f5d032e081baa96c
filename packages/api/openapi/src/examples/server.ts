import type { AreaExamples } from './endpoint-example.ts'

export const server: AreaExamples = {
  getServer: {
    replies: {
      200: {
        demo: { is_open: true, pages_per_hour: 10, highest_tier: '2' },
        registration: 'open',
        single_sign_on: { name: 'Example Inc.' },
        signup_credits: 5000,
      },
    },
  },
}

import { read } from '../../shared/api.ts'
import type { Resource } from '../operation.ts'

export const account: Resource = {
  value: 'account',
  name: 'Account',
  usual: 'getUsage',
  operations: [
    {
      value: 'getUsage',
      name: 'Get Usage',
      action: 'Get usage of the account',
      description: 'Read the balance, what was asked in this period, and the limits',
      fields: [],
      async run(context, itemIndex) {
        return [{ json: await read(context, { path: '/usage', itemIndex }) }]
      },
    },
  ],
}

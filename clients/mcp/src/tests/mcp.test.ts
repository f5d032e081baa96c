import { afterAll, beforeAll } from '@jest/globals'
import { type ServiceUnderTest, startService } from '../testing/start-service.ts'
import { describeAccess } from './access.ts'
import { describeBounds } from './bounds.ts'
import { describeNewcomer } from './newcomer.ts'
import { describeOAuth } from './oauth.ts'
import { describeOffer } from './offer.ts'
import { describeTasks } from './tasks.ts'

// One fleet for all: starting one is what takes the time.
let service: ServiceUnderTest
beforeAll(async () => {
  service = await startService()
})
afterAll(() => service.close())

const running = () => service

describeOffer(running)
describeNewcomer(running)
describeBounds(running)
describeTasks(running)
describeOAuth(running)
// The last, as it uses up the tokens of the visitor.
describeAccess(running)

import { eraseDeletedAccounts } from '@gleaner/account-deletion'
import { silentLogger } from '@gleaner/runtime'
import type { GatewayFixture } from './fixture.ts'

/** What the scheduler does to deleted accounts; `pubSub` is told who is woken. */
export async function eraseAccounts(
  { pool, files }: GatewayFixture,
  pubSub: { publish(channel: string): void } = { publish: () => {} },
): Promise<void> {
  const logger = silentLogger()
  const ctx = { jobs: { pool, pubSub: pubSub as never, logger }, files: files.store, logger }
  await eraseDeletedAccounts(ctx, new AbortController().signal)
}

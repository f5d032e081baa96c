import { isWanted, webhookDialectOf } from '@gleaner/contracts/webhook-dialect'
import type { Queryable } from '@gleaner/db'
import { hostSql } from './queue-deliveries-sql.ts'

/** A batch or crawl that is being accepted. */
export interface Started {
  id: string
  accountId: string
  kind: 'batch' | 'crawl'
  webhookUrl: string | null | undefined
  metadata: unknown
}

/** Tells the address that a request named of its beginning, where the API that it was asked for by does so; in the transaction that accepts it. */
export async function queueStarted(
  sql: Queryable,
  { id, accountId, kind, webhookUrl, metadata }: Started,
): Promise<void> {
  const dialect = webhookUrl ? webhookDialectOf(metadata) : undefined
  if (!dialect || !isWanted(dialect, 'started')) return
  await sql.query(QUEUE_STARTED, [accountId, id, `${kind}.started`, webhookUrl])
}

const QUEUE_STARTED = `
  INSERT INTO webhook_delivery (id, account_id, batch_id, event, url, host, next_attempt_at)
  VALUES (gen_random_uuid(), $1, $2, $3, $4::text, ${hostSql('$4::text')}, now())`

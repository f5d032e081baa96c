import { createHash } from 'node:crypto'
import { expire, type Queryable, storableJson } from '@gleaner/db'
import type { PartAnswer } from './ask-part.ts'

/** What a model has answered for one job: whoever takes the job up again does not ask, and does not pay, twice. */
export interface AnswerStore {
  find(key: Buffer): Promise<PartAnswer | undefined>
  keep(key: Buffer, answer: PartAnswer): Promise<void>
}

/** Names a question by all that decides its answer. */
export function keyOf(asked: unknown): Buffer {
  return createHash('sha256').update(JSON.stringify(asked)).digest()
}

/** The answers of a job, in Postgres. */
export function createAnswerStore(
  sql: Queryable,
  { id, accountId }: { id: string; accountId: string },
): AnswerStore {
  return {
    async find(key) {
      const { rows } = await sql.query<{ answer: PartAnswer }>(
        'SELECT answer FROM llm_answer WHERE job_id = $1 AND question_hash = $2',
        [id, key],
      )
      return rows[0]?.answer
    },
    async keep(key, answer) {
      await sql.query(
        `INSERT INTO llm_answer (job_id, question_hash, account_id, answer) VALUES ($1, $2, $3, $4)
         ON CONFLICT (job_id, question_hash) DO NOTHING`,
        [id, key, accountId, storableJson(answer)],
      )
    },
  }
}

/** Once a job has ended nobody takes it up again. */
export async function dropAnswers(sql: Queryable, jobId: string): Promise<void> {
  await sql.query('DELETE FROM llm_answer WHERE job_id = $1', [jobId])
}

/** No job runs for an hour. */
export const ANSWER_PURGES = [
  expire({
    name: 'model-answers',
    table: 'llm_answer',
    by: 'created_at',
    before: "now() - interval '1 hour'",
  }),
]

import { CommitUnknown } from './commit-unknown.ts'
import { isDatabaseUnavailable } from './unavailable.ts'

/** Runs what commits. Throws CommitUnknown when the connection broke, or the time passed, before the server had answered. */
export async function confirmed<T>(commit: () => Promise<T>): Promise<T> {
  try {
    return await commit()
  } catch (error) {
    if (isUnanswered(error)) throw new CommitUnknown(error)
    throw error
  }
}

/** Whether what was sent may have been done. The server's own refusal undoes it; a FATAL one may come after the commit. */
export function isUnanswered(error: unknown): boolean {
  const severity = (error as { severity?: unknown } | null)?.severity
  return severity === undefined ? isDatabaseUnavailable(error) : severity !== 'ERROR'
}

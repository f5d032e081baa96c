import { hasCome } from '@gleaner/db'

/** SQL: what a run (`run`) has made, as `batch` (also of a crawl) or `map`. */
export const JOIN_WORK = `
  LEFT JOIN batch ON batch.id = run.work_id AND run.kind <> 'map'
  LEFT JOIN site_map AS map ON map.id = run.work_id AND run.kind = 'map'`

/** SQL: whether the run goes on although its work has ended, or is gone. */
export const WORK_HAS_ENDED = `run.state = 'running' AND (batch.finished_at IS NOT NULL OR map.ended_at IS NOT NULL
  OR ${hasCome('map.deadline_at')} OR batch.id IS NULL AND map.id IS NULL)`

import { Link } from 'wouter'
import { Credits, formatBytes, formatDuration } from '../../parts/amounts.tsx'
import { Copyable } from '../../parts/copyable.tsx'
import { FactList } from '../../parts/fact-list.tsx'
import { OutLink } from '../../parts/markdown-view.tsx'
import { Moment } from '../../parts/moment.tsx'
import * as words from '../../words/index.ts'
import type { Job, Story } from './job-story.ts'

const said = words.jobs.facts

/** What is known of a job, in words and numbers. */
export function JobFacts({ job, story }: { job: Job; story: Story }) {
  const { tookMs, fetchedMs, finalUrl, cachedAt } = story
  const ended = job.completed_at ?? job.failed_at
  return (
    <FactList
      facts={[
        [said.id, <Copyable key="id" text={job.id} />],
        [said.asked, <Moment key="asked" at={job.created_at} />],
        [said.ended, ended && <Moment key="ended" at={ended} />],
        [said.took, tookMs !== undefined && formatDuration(tookMs)],
        [said.fetched, fetchedMs !== undefined && formatDuration(fetchedMs)],
        [
          said.waited,
          tookMs !== undefined && fetchedMs !== undefined && formatDuration(Math.max(tookMs - fetchedMs, 0)),
        ],
        [said.charged, <Credits key="charged" value={story.credits} />],
        [said.cached, cachedAt && <Moment key="cached" at={cachedAt} />],
        [said.status, story.statusCode],
        [said.size, story.sizeBytes !== undefined && formatBytes(story.sizeBytes)],
        [said.mode, job.mode],
        [said.method, story.method],
        [said.externalId, job.external_id],
        [said.metadata, job.metadata && <code key="metadata">{JSON.stringify(job.metadata)}</code>],
        [said.batch, job.batch_id && <Link href={`/batches/${job.batch_id}`}>{job.batch_id}</Link>],
        [said.crawl, job.crawl_id && <Link href={`/crawls/${job.crawl_id}`}>{job.crawl_id}</Link>],
        [
          said.finalUrl,
          <OutLink key="final" href={finalUrl ?? job.url}>
            {finalUrl ?? job.url}
          </OutLink>,
        ],
      ]}
    />
  )
}

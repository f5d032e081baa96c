import { type JobsContext, WAKE, WAKE_CHANNEL } from '@gleaner/jobs'

/** Wakes who looks at the sites of new crawls; after the commit that makes one. */
export function announceCrawl({ pubSub }: Pick<JobsContext, 'pubSub'>): void {
  pubSub.publish(WAKE_CHANNEL, WAKE.newCrawls, '')
}

import type { Monitor, MonitorChange } from '@gleaner/contracts'
import { escaped } from './xml.ts'

/** A monitor's changes as an Atom feed (RFC 4287). `base`: where the API is reached, without a slash at its end. */
export function atomFeed(
  monitor: Pick<Monitor, 'id' | 'name' | 'feed_url' | 'created_at'>,
  changes: readonly MonitorChange[],
  base: string,
): string {
  const updated = changes[0]?.created_at ?? monitor.created_at
  const entries = changes.map(
    (change) => `
  <entry>
    <id>urn:uuid:${change.id}</id>
    <title>${escaped(TITLES[change.kind](change.url))}</title>
    <updated>${change.created_at}</updated>
    <link rel="alternate" href="${escaped(change.url)}"/>${pictureLink(change, base)}
    <content type="text">${escaped(change.text || TITLES[change.kind](change.url))}</content>
  </entry>`,
  )
  return `<?xml version="1.0" encoding="utf-8"?>
<feed xmlns="http://www.w3.org/2005/Atom">
  <id>urn:uuid:${monitor.id}</id>
  <title>${escaped(monitor.name)}</title>
  <updated>${updated}</updated>
  <author><name>Gleaner</name></author>
  <link rel="self" type="application/atom+xml" href="${escaped(base + monitor.feed_url)}"/>${entries.join('')}
</feed>
`
}

/** Who follows it shows the key as well, as for the feed. */
function pictureLink({ picture_url }: MonitorChange, base: string): string {
  if (picture_url === null) return ''
  return `\n    <link rel="enclosure" type="image/png" href="${escaped(base + picture_url)}"/>`
}

const TITLES: Record<MonitorChange['kind'], (url: string) => string> = {
  new: (url) => `New: ${url}`,
  changed: (url) => `Changed: ${url}`,
  removed: (url) => `Removed: ${url}`,
}

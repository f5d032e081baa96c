import { createHash } from 'node:crypto'
import type { App } from './app.ts'
import { dokuwiki } from './dokuwiki.ts'
import { flood } from './flood.ts'
import { mediawiki } from './mediawiki.ts'
import { phpmyadmin } from './phpmyadmin.ts'
import { qbittorrent } from './qbittorrent.ts'
import { redmine } from './redmine.ts'

/** All applications, in the order of their draw. */
export const APPS: readonly App[] = [dokuwiki, flood, mediawiki, phpmyadmin, qbittorrent, redmine].sort(
  (a, b) => (drawOf(a) < drawOf(b) ? -1 : 1),
)

/**
 * Rules of the judgement are made looking at these six: the first of the twelve as the draw by their names puts them. The others'
 * pages are seen by nobody who writes rules; only figures of them are told.
 */
const DEVELOPMENT_APPS = new Set(['qbittorrent', 'mediawiki', 'dokuwiki', 'flood', 'phpmyadmin', 'redmine'])

export const isForDevelopment = (app: App) => DEVELOPMENT_APPS.has(app.name)

/** Salted once, before any application had been started: nobody chose who is looked at. */
function drawOf({ name }: App): string {
  return createHash('sha256').update(`gleaner-sessions:${name}`).digest('hex')
}

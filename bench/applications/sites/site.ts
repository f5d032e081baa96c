import type { Stop } from '../../sessions/lib/run-program.ts'

/** Software that shows pages, written by others and packaged for anybody, with pages of it that a reader would want. */
export interface Site {
  name: string
  /** Debian packages. */
  debian?: string[]
  /** npm packages with versions, installed into a folder of their own. */
  npm?: string[]
  /** Starts it on the port, with whatever content it needs. */
  start(place: Place): Promise<Stop>
  /** What a reader gets to see, by path. */
  pages: Record<string, Reading>
}

export interface Place {
  /** Empty, and the site's alone: all that it writes is below it. */
  folder: string
  /** A free port of 127.0.0.1. */
  port: number
  /** The `node_modules` with the site's npm packages. */
  modules: string
}

/** What the Markdown of a page must hold and must not, by what a person reads in a browser. Compared without marks and white space. */
export interface Reading {
  has: string[]
  lacks?: string[]
  /** The site wants a login here, and the error is to say so. */
  wall?: 'login' | 'http_auth'
  /** Status of the site's answer. Default 200. */
  status?: number
}

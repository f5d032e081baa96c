import type { WebClient } from '../lib/web-client.ts'

/** A packaged web application with a login of its own, written by others. */
export interface App {
  name: string
  /** What it is written in, and how it shows pages. */
  stack: string
  licence: string
  /** Debian packages. */
  debian?: string[]
  /** A Debian package that is unpacked without being installed, beside all that it depends on. */
  unpacked?: string
  /** npm packages with versions, installed into a folder of their own. */
  npm?: string[]
  /** Languages of its interface that `start` knows; the first unless told. */
  languages: readonly [string, ...string[]]
  start(place: Place): Promise<RunningApp>
}

export interface Place {
  /** Empty, and the application's alone: all that it writes is below it. */
  folder: string
  /** A free port of 127.0.0.1. */
  port: number
  language: string
  /** The `node_modules` with the application's npm packages. */
  modules: string
  /** Where the package `unpacked` lies. */
  unpacked: string
}

export interface RunningApp {
  pages: Pages
  /**
   * Signs in as a browser does: a new session on the server each time, its cookies and headers in the client. The user's name
   * as pages show it, if it has one.
   */
  signIn(client: WebClient): Promise<string | undefined>
  /** Ends the client's session on the server. */
  signOut(client: WebClient): Promise<void>
  stop(): Promise<void>
}

/** Full addresses. */
export interface Pages {
  root: string
  /** A page below the root that most visitors of the application look at. */
  inner: string
  signIn: string
  /** What only a user who is signed in gets to see. */
  private: string
  /** A text of `private` that strangers never get. */
  privateText: string
}

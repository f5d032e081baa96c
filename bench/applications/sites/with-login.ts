import type { App, Pages } from '../../sessions/apps/app.ts'
import { APPS } from '../../sessions/apps/index.ts'
import type { Reading } from './site.ts'

/** What strangers get to see of applications that have a login: the page that is asked for, by the name of its address. */
const READINGS: Record<string, Partial<Record<keyof Pages, Reading>>> = {
  'django-admin': {
    signIn: { has: ['Django administration', 'Username', 'Password'] },
    private: { has: [], wall: 'login' },
  },
  dokuwiki: {
    inner: { has: ['Formatting Syntax', 'Basic Text Formatting', 'Footnotes'] },
    signIn: { has: ['Login', 'Username'] },
  },
  mediawiki: { root: { has: ['MediaWiki has been installed'] } },
  wordpress: { root: { has: ['Hello world!'] }, inner: { has: [] }, private: { has: [], wall: 'login' } },
  phpmyadmin: { root: { has: ['phpMyAdmin', 'Username'] } },
  redmine: { root: { has: ['Redmine'] }, signIn: { has: ['Login', 'Password'] } },
  'request-tracker': { root: { has: ['Login', 'Username', 'Password'] } },
  jupyter: { root: { has: ['Password'] } },
  'parse-dashboard': { root: { has: [], wall: 'login' } },
  directus: { root: { has: ['Sign In'] } },
  flood: { root: { has: ['Log in to your account.'], lacks: ['enable JavaScript'] } },
  'node-red': { root: { has: ['Username', 'Password'] } },
}

export interface PublicApp {
  app: App
  readings: Partial<Record<keyof Pages, Reading>>
}

export const WITH_LOGIN: PublicApp[] = APPS.filter(({ name }) => READINGS[name]).map((app) => ({
  app,
  readings: READINGS[app.name]!,
}))

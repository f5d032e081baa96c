import { type FunctionComponent, lazy } from 'preact/compat'
import * as words from '../words/index.ts'

export type Group = keyof typeof words.shell.groups

export interface Route {
  /** As wouter writes it, below `/app`. */
  path: string
  page: FunctionComponent<{ params: Record<string, string> }>
  /** In the navigation: its words and its group. Others are reached from a page. */
  title?: string
  group?: Group
  /** Shown to operators alone. */
  operator?: boolean
  /** Needs no sign-in. */
  open?: boolean
}

type Page = FunctionComponent<{ params: Record<string, string> }>
const page = (load: () => Promise<{ default: Page }>) => lazy(load) as unknown as Page

/** Every page. Its code is loaded when it is first opened. */
export const ROUTES: readonly Route[] = [
  {
    path: '/',
    page: page(() => import('../pages/playground/playground-page.tsx')),
    title: words.pages.playground,
    group: 'try',
    open: true,
  },
  {
    path: '/jobs',
    page: page(() => import('../pages/jobs/jobs-page.tsx')),
    title: words.pages.jobs,
    group: 'work',
  },
  { path: '/jobs/:id', page: page(() => import('../pages/jobs/job-page.tsx')) },
  {
    path: '/batches',
    page: page(() => import('../pages/batches/batches-page.tsx')),
    title: words.pages.batches,
    group: 'work',
  },
  { path: '/batches/new', page: page(() => import('../pages/batches/new-batch-page.tsx')) },
  { path: '/batches/:id', page: page(() => import('../pages/batches/batch-page.tsx')) },
  {
    path: '/crawls',
    page: page(() => import('../pages/crawls/crawls-page.tsx')),
    title: words.pages.crawls,
    group: 'work',
  },
  { path: '/crawls/new', page: page(() => import('../pages/crawls/new-crawl-page.tsx')) },
  { path: '/crawls/:id', page: page(() => import('../pages/crawls/crawl-page.tsx')) },
  {
    path: '/deliveries',
    page: page(() => import('../pages/deliveries/deliveries-page.tsx')),
    title: words.pages.deliveries,
    group: 'work',
  },
  { path: '/deliveries/:id', page: page(() => import('../pages/deliveries/delivery-page.tsx')) },
  {
    path: '/monitors',
    page: page(() => import('../pages/monitors/monitors-page.tsx')),
    title: words.pages.monitors,
    group: 'work',
  },
  {
    path: '/maps',
    page: page(() => import('../pages/maps/maps-page.tsx')),
    title: words.pages.maps,
    group: 'work',
  },
  {
    path: '/schedules',
    page: page(() => import('../pages/schedules/schedules-page.tsx')),
    title: words.pages.schedules,
    group: 'work',
  },
  { path: '/schedules/:id', page: page(() => import('../pages/schedules/schedule-page.tsx')) },
  { path: '/monitors/:id', page: page(() => import('../pages/monitors/monitor-page.tsx')) },
  {
    path: '/exports',
    page: page(() => import('../pages/exports/exports-page.tsx')),
    title: words.pages.exports,
    group: 'work',
  },
  {
    path: '/alerts',
    page: page(() => import('../pages/alerts/alerts-page.tsx')),
    title: words.pages.alerts,
    group: 'work',
  },
  {
    path: '/archive',
    page: page(() => import('../pages/archive/archive-page.tsx')),
    title: words.pages.archive,
    group: 'work',
  },
  {
    path: '/usage',
    page: page(() => import('../pages/usage/usage-page.tsx')),
    title: words.pages.usage,
    group: 'money',
  },
  {
    path: '/billing',
    page: page(() => import('../pages/billing/billing-page.tsx')),
    title: words.pages.billing,
    group: 'money',
  },
  {
    path: '/keys',
    page: page(() => import('../pages/settings/keys-page.tsx')),
    title: words.pages.keys,
    group: 'settings',
  },
  {
    path: '/sessions',
    page: page(() => import('../pages/settings/sessions-page.tsx')),
    title: words.pages.sessions,
    group: 'settings',
  },
  { path: '/sessions/sign-in', page: page(() => import('../pages/by-hand/by-hand-page.tsx')) },
  { path: '/sessions/sign-in/:id', page: page(() => import('../pages/by-hand/login-page.tsx')) },
  {
    path: '/templates',
    page: page(() => import('../pages/settings/templates-page.tsx')),
    title: words.pages.templates,
    group: 'settings',
  },
  { path: '/sessions/:id/story', page: page(() => import('../pages/settings/session-story-page.tsx')) },
  {
    path: '/webhooks',
    page: page(() => import('../pages/settings/webhooks-page.tsx')),
    title: words.pages.webhooks,
    group: 'settings',
  },
  {
    path: '/proxies',
    page: page(() => import('../pages/settings/proxies-page.tsx')),
    title: words.pages.proxies,
    group: 'settings',
  },
  {
    path: '/model-keys',
    page: page(() => import('../pages/settings/model-keys-page.tsx')),
    title: words.pages.modelKeys,
    group: 'settings',
  },
  {
    path: '/organizations',
    page: page(() => import('../pages/organizations/organizations-page.tsx')),
    title: words.pages.organizations,
    group: 'settings',
  },
  { path: '/organizations/:id', page: page(() => import('../pages/organizations/organization-page.tsx')) },
  {
    path: '/account',
    page: page(() => import('../pages/account/account-page.tsx')),
    title: words.pages.account,
    group: 'settings',
  },
  {
    path: '/support',
    page: page(() => import('../pages/support/support-page.tsx')),
    title: words.pages.support,
    group: 'settings',
  },
  { path: '/support/:id', page: page(() => import('../pages/support/ticket-page.tsx')) },
  {
    path: '/operate/health',
    page: page(() => import('../pages/operate/health-page.tsx')),
    title: words.pages.health,
    group: 'operate',
    operator: true,
  },
  {
    path: '/operate/queues',
    page: page(() => import('../pages/operate/queues-page.tsx')),
    title: words.pages.queues,
    group: 'operate',
    operator: true,
  },
  {
    path: '/operate/sites',
    page: page(() => import('../pages/operate/sites-page.tsx')),
    title: words.pages.sites,
    group: 'operate',
    operator: true,
  },
  { path: '/operate/sites/:id', page: page(() => import('../pages/operate/site-page.tsx')) },
  {
    path: '/operate/dead-letters',
    page: page(() => import('../pages/operate/dead-letters-page.tsx')),
    title: words.pages.deadLetters,
    group: 'operate',
    operator: true,
  },
  {
    path: '/operate/jobs',
    page: page(() => import('../pages/operate/find-job-page.tsx')),
    title: words.pages.findJob,
    group: 'operate',
    operator: true,
  },
  { path: '/operate/jobs/:id', page: page(() => import('../pages/operate/operated-job-page.tsx')) },
  {
    path: '/operate/ledger',
    page: page(() => import('../pages/operate/ledger-page.tsx')),
    title: words.pages.ledger,
    group: 'operate',
    operator: true,
  },
  {
    path: '/operate/tickets',
    page: page(() => import('../pages/operate/tickets-page.tsx')),
    title: words.pages.tickets,
    group: 'operate',
    operator: true,
  },
  { path: '/operate/tickets/:id', page: page(() => import('../pages/operate/ticket-page.tsx')) },
  { path: '/operate/accounts/:id', page: page(() => import('../pages/operate/operated-account-page.tsx')) },
  {
    path: '/operate/oauth-clients',
    page: page(() => import('../pages/operate/oauth-clients-page.tsx')),
    title: words.pages.oauthClients,
    group: 'operate',
    operator: true,
  },
  {
    path: '/operate/accounts',
    page: page(() => import('../pages/operate/accounts-page.tsx')),
    title: words.pages.accounts,
    group: 'operate',
    operator: true,
  },
  {
    path: '/operate/domains',
    page: page(() => import('../pages/operate/domains-page.tsx')),
    title: words.pages.domains,
    group: 'operate',
    operator: true,
  },
  { path: '/sign-in', page: page(() => import('../pages/sign-in/sign-in-page.tsx')), open: true },
  { path: '/sign-in/provider', page: page(() => import('../pages/sign-in/provider-page.tsx')), open: true },
  { path: '/sign-up', page: page(() => import('../pages/sign-in/register-page.tsx')), open: true },
  { path: '/forgot-password', page: page(() => import('../pages/sign-in/forgot-page.tsx')), open: true },
]

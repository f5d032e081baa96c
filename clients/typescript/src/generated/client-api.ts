// Written by `pnpm docs` from the OpenAPI document. Do not edit.
import { Group } from '../group.ts'
import type { Transport } from '../transport/transport.ts'
import type { Fields, Reply, RequestOptions } from '../types.ts'
import { Jobs } from '../groups/jobs.ts'
import { FeedApi as Feed } from './groups/feed.ts'
import { PagesApi as Pages } from './groups/pages.ts'
import { ParsesApi as Parses } from './groups/parses.ts'
import { ExtractsApi as Extracts } from './groups/extracts.ts'
import { ArchiveApi as Archive } from './groups/archive.ts'
import { Files } from '../groups/files.ts'
import { Batches } from '../groups/batches.ts'
import { Crawls } from '../groups/crawls.ts'
import { MapsApi as Maps } from './groups/maps.ts'
import { Searches } from '../groups/searches.ts'
import { SchedulesApi as Schedules } from './groups/schedules.ts'
import { MonitorsApi as Monitors } from './groups/monitors.ts'
import { MonitorGroupsApi as MonitorGroups } from './groups/monitor-groups.ts'
import { SessionsApi as Sessions } from './groups/sessions.ts'
import { ManualLoginsApi as ManualLogins } from './groups/manual-logins.ts'
import { ProxiesApi as Proxies } from './groups/proxies.ts'
import { TemplatesApi as Templates } from './groups/templates.ts'
import { LlmKeysApi as LlmKeys } from './groups/llm-keys.ts'
import { Webhooks } from '../groups/webhooks.ts'
import { WebhookDeliveriesApi as WebhookDeliveries } from './groups/webhook-deliveries.ts'
import { ExportsApi as Exports } from './groups/exports.ts'
import { ExportDestinationsApi as ExportDestinations } from './groups/export-destinations.ts'
import { AlertsApi as Alerts } from './groups/alerts.ts'
import { UsageApi as Usage } from './groups/usage.ts'
import { BillingApi as Billing } from './groups/billing.ts'
import { LimitsApi as Limits } from './groups/limits.ts'
import { KeysApi as Keys } from './groups/keys.ts'
import { AccountApi as Account } from './groups/account.ts'
import { AuthApi as Auth } from './groups/auth.ts'
import { OrganizationsApi as Organizations } from './groups/organizations.ts'
import { InvitationsApi as Invitations } from './groups/invitations.ts'
import { BetaFeaturesApi as BetaFeatures } from './groups/beta-features.ts'
import { TicketsApi as Tickets } from './groups/tickets.ts'
import { OauthApi as Oauth } from './groups/oauth.ts'
import { OperatorApi as Operator } from './groups/operator.ts'

export class ClientApi extends Group {
  readonly jobs: Jobs
  readonly feed: Feed
  readonly pages: Pages
  readonly parses: Parses
  readonly extracts: Extracts
  readonly archive: Archive
  readonly files: Files
  readonly batches: Batches
  readonly crawls: Crawls
  readonly maps: Maps
  readonly searches: Searches
  readonly schedules: Schedules
  readonly monitors: Monitors
  readonly monitorGroups: MonitorGroups
  readonly sessions: Sessions
  readonly manualLogins: ManualLogins
  readonly proxies: Proxies
  readonly templates: Templates
  readonly llmKeys: LlmKeys
  readonly webhooks: Webhooks
  readonly webhookDeliveries: WebhookDeliveries
  readonly exports: Exports
  readonly exportDestinations: ExportDestinations
  readonly alerts: Alerts
  readonly usage: Usage
  readonly billing: Billing
  readonly limits: Limits
  readonly keys: Keys
  readonly account: Account
  readonly auth: Auth
  readonly organizations: Organizations
  readonly invitations: Invitations
  readonly betaFeatures: BetaFeatures
  readonly tickets: Tickets
  readonly oauth: Oauth
  readonly operator: Operator

  constructor(transport: Transport) {
    super(transport)
    this.jobs = new Jobs(transport)
    this.feed = new Feed(transport)
    this.pages = new Pages(transport)
    this.parses = new Parses(transport)
    this.extracts = new Extracts(transport)
    this.archive = new Archive(transport)
    this.files = new Files(transport)
    this.batches = new Batches(transport)
    this.crawls = new Crawls(transport)
    this.maps = new Maps(transport)
    this.searches = new Searches(transport)
    this.schedules = new Schedules(transport)
    this.monitors = new Monitors(transport)
    this.monitorGroups = new MonitorGroups(transport)
    this.sessions = new Sessions(transport)
    this.manualLogins = new ManualLogins(transport)
    this.proxies = new Proxies(transport)
    this.templates = new Templates(transport)
    this.llmKeys = new LlmKeys(transport)
    this.webhooks = new Webhooks(transport)
    this.webhookDeliveries = new WebhookDeliveries(transport)
    this.exports = new Exports(transport)
    this.exportDestinations = new ExportDestinations(transport)
    this.alerts = new Alerts(transport)
    this.usage = new Usage(transport)
    this.billing = new Billing(transport)
    this.limits = new Limits(transport)
    this.keys = new Keys(transport)
    this.account = new Account(transport)
    this.auth = new Auth(transport)
    this.organizations = new Organizations(transport)
    this.invitations = new Invitations(transport)
    this.betaFeatures = new BetaFeatures(transport)
    this.tickets = new Tickets(transport)
    this.oauth = new Oauth(transport)
    this.operator = new Operator(transport)
  }

  /** Estimate the price of a scrape without fetching or charging anything. `POST /scrape/estimate` */
  estimate(fields: Fields<'postEstimate'>, options?: RequestOptions): Promise<Reply<'postEstimate'>> {
    return this.callOperation('postEstimate', [], fields, options)
  }

  /** Fetch one page as Markdown and JSON without a key. `POST /scrape/demo` */
  demo(fields: Fields<'postDemo'>, options?: RequestOptions): Promise<Reply<'postDemo'>> {
    return this.callOperation('postDemo', [], fields, options)
  }

  /** Read what this server offers to those who have no account there yet. `GET /server` */
  server(options?: RequestOptions): Promise<Reply<'getServer'>> {
    return this.callOperation('getServer', [], {}, options)
  }
}

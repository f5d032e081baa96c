// Written by `pnpm docs` from the OpenAPI document. Do not edit.
import type { Schemas } from '../types.ts'

/** Body of `POST /operator/accounts/{account_id}/block`. */
export type AccountBlock = Schemas['AccountBlock']
/** What `POST /operator/accounts/{account_id}/block` answers. */
export type AccountBlocked = Schemas['AccountBlocked']
/** What `DELETE /auth/account` answers. */
export type AccountDeleted = Schemas['AccountDeleted']
/** Body of `DELETE /auth/account`. */
export type AccountDeletion = Schemas['AccountDeletion']
/** What `GET /account/limits` answers. */
export type AccountLimits = Schemas['AccountLimits']
/** One step on a rendered page, by its `type`. */
export type Action = Schemas['Action']
/** How one step on the page went. */
export type ActionOutcome = Schemas['ActionOutcome']
/** Steps on the rendered page, one after the other; one that fails ends them. */
export type Actions = Schemas['Actions']
/** How a page is fetched and read, beyond what stands beside its address. */
export type AdvancedOptions = Schemas['AdvancedOptions']
/** An entry of the history: a rule has fired, or is in order again. */
export type Alert = Schemas['Alert']
/** One way to tell somebody, by its `type`. */
export type AlertChannel = Schemas['AlertChannel']
/** Body of the webhook `alert.fired`. */
export type AlertFiredWebhook = Schemas['AlertFiredWebhook']
/** What `GET /alerts/history` answers. */
export type AlertHistory = Schemas['AlertHistory']
/** Body of the webhook `alert.resolved`. */
export type AlertResolvedWebhook = Schemas['AlertResolvedWebhook']
/** What is watched, from when on somebody is told, and who. */
export type AlertRule = Schemas['AlertRule']
/** Body of `POST /alerts/rules`. */
export type AlertRuleCreate = Schemas['AlertRuleCreate']
/** What `GET /alerts/rules/{rule_id}` answers. */
export type AlertRuleDetail = Schemas['AlertRuleDetail']
/** Body of `PATCH /alerts/rules/{rule_id}`. */
export type AlertRuleUpdate = Schemas['AlertRuleUpdate']
/** What `GET /alerts/rules` answers. */
export type AlertRules = Schemas['AlertRules']
/** What `POST /alerts/rules/{rule_id}/test` answers as 200. */
export type AlertTestResult = Schemas['AlertTestResult']
/** A key of your account, without the key itself. */
export type ApiKey = Schemas['ApiKey']
/** Body of `POST /api-keys`. */
export type ApiKeyCreate = Schemas['ApiKeyCreate']
/** What `GET /api-keys/{key_id}/limits` answers. */
export type ApiKeyLimits = Schemas['ApiKeyLimits']
/** What `GET /api-keys` answers. */
export type ApiKeyList = Schemas['ApiKeyList']
/** Body of `POST /api-keys/{key_id}/rotate`. */
export type ApiKeyRotation = Schemas['ApiKeyRotation']
/** Body of `PATCH /api-keys/{key_id}`. */
export type ApiKeyUpdate = Schemas['ApiKeyUpdate']
/** What a job was asked with, without its secrets. */
export type AskedJob = Schemas['AskedJob']
/** What `GET /organizations/{organization_id}/audit-log` answers. */
export type AuditLog = Schemas['AuditLog']
/** What was done, by whom, to what. */
export type AuditLogEntry = Schemas['AuditLogEntry']
/** What `GET /auth/audit-log` answers. */
export type AuditPage = Schemas['AuditPage']
/** What `POST /oauth/authorize` answers. */
export type AuthorizeReply = Schemas['AuthorizeReply']
/** Body of `POST /oauth/authorize`. */
export type AuthorizeRequest = Schemas['AuthorizeRequest']
/** A batch: how far it is, and its items. */
export type Batch = Schemas['Batch']
/** What `POST /batch` answers. */
export type BatchAccepted = Schemas['BatchAccepted']
/** What `GET /batches/analytics` answers. */
export type BatchAnalytics = Schemas['BatchAnalytics']
/** Data of the event `complete` of `GET /batch/{batch_id}/stream`. */
export type BatchCompleteEvent = Schemas['BatchCompleteEvent']
/** Body of the webhook `batch.completed`. */
export type BatchCompletedWebhook = Schemas['BatchCompletedWebhook']
/** Most items of the batch that are at work at once; they then begin in the order of `urls`. The limits of your account and of hosts hold as well. */
export type BatchConcurrency = Schemas['BatchConcurrency']
/** An address, or an object with `url` and what else holds for it. */
export type BatchEntry = Schemas['BatchEntry']
/** An entry of `urls` that says more than its address: what it says goes before what stands beside `urls`. */
export type BatchItem = Schemas['BatchItem']
/** An item of a batch, and what has become of it. */
export type BatchItemStatusReply = Schemas['BatchItemStatusReply']
/** What `GET /batches` answers. */
export type BatchList = Schemas['BatchList']
/** A batch, as a list shows it. */
export type BatchListEntry = Schemas['BatchListEntry']
/** Data of the event `progress` of `GET /batch/{batch_id}/stream`. */
export type BatchProgressEvent = Schemas['BatchProgressEvent']
/** Pages that are scraped, and what holds for each of them. */
export type BatchRequest = Schemas['BatchRequest']
/** What `GET /batch/{batch_id}/results` answers. */
export type BatchResults = Schemas['BatchResults']
/** Fields of a scrape that go before those that the items were asked with, and which items are scraped again. */
export type BatchRetry = Schemas['BatchRetry']
/** What is wrong with an entry that was left out. */
export type BatchSkipped = Schemas['BatchSkipped']
/** What `GET /beta-features` answers. */
export type BetaFeatureList = Schemas['BetaFeatureList']
/** Body of `PUT /operator/beta-features/{slug}`. */
export type BetaFeatureOffer = Schemas['BetaFeatureOffer']
/** What `PUT /operator/beta-features/{slug}` answers. */
export type BetaFeatureOffered = Schemas['BetaFeatureOffered']
/** Names the feature: small letters, digits and single hyphens. */
export type BetaFeatureSlug = Schemas['BetaFeatureSlug']
/** What `GET /beta-features/my` answers. */
export type BetaFeatureSlugs = Schemas['BetaFeatureSlugs']
/** What `POST /beta-features/{slug}/disable` answers. */
export type BetaFeatureSwitched = Schemas['BetaFeatureSwitched']
/** What a scrape took, attempt by attempt, and what was charged. */
export type Billing = Schemas['Billing']
/** What `GET /billing/balance` answers. */
export type BillingBalance = Schemas['BillingBalance']
/** What `GET /billing/usage` answers. */
export type BillingUsage = Schemas['BillingUsage']
/** A domain that nobody may fetch. */
export type BlockedDomain = Schemas['BlockedDomain']
/** What `GET /operator/blocked-domains` answers. */
export type BlockedDomainList = Schemas['BlockedDomainList']
/** A page beside what it was when your account last scraped it. */
export type ChangeTracking = Schemas['ChangeTracking']
/** What `GET /billing/checkout/{checkout_id}` answers. */
export type Checkout = Schemas['Checkout']
/** Body of `POST /billing/checkout`. */
export type CheckoutCreate = Schemas['CheckoutCreate']
/** What `POST /billing/checkout` answers. */
export type CheckoutCreated = Schemas['CheckoutCreated']
/** Body of `POST /operator/dead-letters/discard`. */
export type ChosenLetters = Schemas['ChosenLetters']
/** Body of `POST /oauth/register`. */
export type ClientRegistration = Schemas['ClientRegistration']
/** What `POST /oauth/register` answers. */
export type ClientRegistrationReply = Schemas['ClientRegistrationReply']
/** An account that is not connected with the provider yet. */
export type ConnectionAsked = Schemas['ConnectionAsked']
/** Body of `POST /auth/login/sso/connect`. */
export type ConnectionProof = Schemas['ConnectionProof']
/** How much of the content was cut. */
export type ContentTruncated = Schemas['ContentTruncated']
/** Letters, digits and marks; no spaces, `=`, `;` or `,`. */
export type CookieName = Schemas['CookieName']
/** What the cookie holds. */
export type CookieValue = Schemas['CookieValue']
/** Values of cookies by their names: at most 100. */
export type Cookies = Schemas['Cookies']
/** Which tiers are tried, in which order, and what they may cost. */
export type CostControls = Schemas['CostControls']
/** A crawl: how far it is, and what was found. */
export type Crawl = Schemas['Crawl']
/** What `POST /crawl` answers. */
export type CrawlAccepted = Schemas['CrawlAccepted']
/** Data of the event `complete` of `GET /crawl/{crawl_id}/stream`. */
export type CrawlCompleteEvent = Schemas['CrawlCompleteEvent']
/** Body of the webhook `crawl.completed`. */
export type CrawlCompletedWebhook = Schemas['CrawlCompletedWebhook']
/** What `POST /crawl/estimate` answers. */
export type CrawlEstimate = Schemas['CrawlEstimate']
/** A site that is scraped, and how each of its pages is. */
export type CrawlEstimateRequest = Schemas['CrawlEstimateRequest']
/** What `GET /crawls` answers. */
export type CrawlList = Schemas['CrawlList']
/** A crawl, as a list shows it. */
export type CrawlListEntry = Schemas['CrawlListEntry']
/** A page of a crawl, and what has become of it. */
export type CrawlPage = Schemas['CrawlPage']
/** Body of `POST /manual-logins/{manual_login_id}/tickets`. */
export type CreateManualLoginTicketRequest = Schemas['CreateManualLoginTicketRequest']
/** Body of `POST /operator/accounts/{account_id}/credits`. */
export type CreditGrant = Schemas['CreditGrant']
/** What `POST /operator/accounts/{account_id}/credits` answers. */
export type CreditGranted = Schemas['CreditGranted']
/** Something that the service has given up. */
export type DeadLetter = Schemas['DeadLetter']
/** What `GET /operator/dead-letters` answers. */
export type DeadLetters = Schemas['DeadLetters']
/** Body of `POST /scrape/demo`. */
export type DemoRequest = Schemas['DemoRequest']
/** What `POST /oauth/device_authorization` answers. */
export type DeviceAuthorization = Schemas['DeviceAuthorization']
/** Body of `POST /oauth/device_authorization`. */
export type DeviceAuthorizationRequest = Schemas['DeviceAuthorizationRequest']
/** Body of `POST /oauth/device/decide`. */
export type DeviceDecision = Schemas['DeviceDecision']
/** What `POST /oauth/device/decide` answers. */
export type DeviceDecisionReply = Schemas['DeviceDecisionReply']
/** Body of `POST /oauth/device/ask`. */
export type DeviceQuestion = Schemas['DeviceQuestion']
/** What `POST /oauth/device/ask` answers. */
export type DeviceQuestionReply = Schemas['DeviceQuestionReply']
/** Body of `PUT /operator/blocked-domains/{domain}`. */
export type DomainBlock = Schemas['DomainBlock']
/** What `PUT /operator/blocked-domains/{domain}` answers. */
export type DomainBlocked = Schemas['DomainBlocked']
/** What `POST /auth/confirm-email` answers. */
export type Done = Schemas['Done']
/** An e-mail address, compared in small letters. */
export type Email = Schemas['Email']
/** Body of `POST /auth/email`. */
export type EmailChange = Schemas['EmailChange']
/** The body of every error. */
export type ErrorReply = Schemas['ErrorReply']
/** One attempt, at one tier. */
export type Escalation = Schemas['Escalation']
/** What `POST /scrape/estimate` answers. */
export type Estimate = Schemas['Estimate']
/** What `POST /billing/webhooks/stripe` answers. */
export type EventReceived = Schemas['EventReceived']
/** A place of your own that exports are written to. */
export type ExportDestination = Schemas['ExportDestination']
/** Body of `POST /exports`. */
export type ExportDestinationCreate = Schemas['ExportDestinationCreate']
/** What `GET /exports` answers. */
export type ExportDestinationList = Schemas['ExportDestinationList']
/** Body of `PATCH /exports/{destination_id}`. */
export type ExportDestinationUpdate = Schemas['ExportDestinationUpdate']
/** An object that was written, or is. */
export type ExportObject = Schemas['ExportObject']
/** Body of `POST /batch/{batch_id}/export`. */
export type ExportRequest = Schemas['ExportRequest']
/** Body of `POST /batch/{batch_id}/export`. */
export type ExportRequestInput = Schemas['ExportRequestInput']
/** An export of a batch or a crawl. */
export type ExportRun = Schemas['ExportRun']
/** What `GET /exports/runs` answers. */
export type ExportRunList = Schemas['ExportRunList']
/** What `POST /exports/{destination_id}/test` answers. */
export type ExportTestResult = Schemas['ExportTestResult']
/** An extraction that goes on, or of archived pages a batch of them. */
export type ExtractAccepted = Schemas['ExtractAccepted']
/** What the versions of a page say, over time. */
export type ExtractHistory = Schemas['ExtractHistory']
/** Body of `POST /extract`. */
export type ExtractRequest = Schemas['ExtractRequest']
/** What was extracted from a page. */
export type ExtractResult = Schemas['ExtractResult']
/** Whether a language model was asked, which, and how. */
export type ExtractionMetadata = Schemas['ExtractionMetadata']
/** A JSON Schema of what is extracted, or names and types: `{"title": "string"}`. */
export type ExtractionSchema = Schemas['ExtractionSchema']
/** Body of `DELETE /auth/totp`. */
export type FactorRemoval = Schemas['FactorRemoval']
/** Data of the event `batch_update` of `GET /events`. */
export type FeedBatchEvent = Schemas['FeedBatchEvent']
/** Data of the event `crawl_update` of `GET /events`. */
export type FeedCrawlEvent = Schemas['FeedCrawlEvent']
/** Data of the event `job_update` of `GET /events`. */
export type FeedJobEvent = Schemas['FeedJobEvent']
/** Data of the event `subscribed` of `GET /events`. */
export type FeedSubscribedEvent = Schemas['FeedSubscribedEvent']
/** Whether anything is down. */
export type FleetHealth = Schemas['FleetHealth']
/** Body of `POST /auth/forgot-password`. */
export type ForgottenPassword = Schemas['ForgottenPassword']
/** A format by its name; `changeTracking` is `change_tracking`. */
export type FormatName = Schemas['FormatName']
/** What `GET /extract/{extract_id}` answers as 200. */
export type GetExtractReply200 = Schemas['GetExtractReply200']
/** What `GET /extract/{extract_id}` answers as 202. */
export type GetExtractReply202 = Schemas['GetExtractReply202']
/** What a member may do: an `admin` manages members, keys and payments, a `member` works with them. */
export type GivenRole = Schemas['GivenRole']
/** What a header is called, in any letter case: none that the transport itself sets. */
export type HeaderName = Schemas['HeaderName']
/** What the header holds: characters of Latin-1, no control characters. */
export type HeaderValue = Schemas['HeaderValue']
/** Something that services need, as the gateway that answers sees it. */
export type HealthCheck = Schemas['HealthCheck']
/** The address of a page, absolute, by http or https. */
export type HttpUrl = Schemas['HttpUrl']
/** A template that a request brings along, and that is stored nowhere. */
export type InlineTemplate = Schemas['InlineTemplate']
/** What `POST /oauth/introspect` answers. */
export type Introspection = Schemas['Introspection']
/** An open invitation, as those who manage the organization see it. */
export type Invitation = Schemas['Invitation']
/** Body of `POST /invitations/accept`. */
export type InvitationAnswer = Schemas['InvitationAnswer']
/** Body of `POST /organizations/{organization_id}/invitations`. */
export type InvitationCreate = Schemas['InvitationCreate']
/** What `GET /organizations/{organization_id}/invitations` answers. */
export type InvitationList = Schemas['InvitationList']
/** A scrape that goes on after its request was answered, and once it is completed its result. */
export type Job = Schemas['Job']
/** A job that was taken on. */
export type JobAccepted = Schemas['JobAccepted']
/** Fields of a scrape that go before those that the job was asked with. */
export type JobChanges = Schemas['JobChanges']
/** Body of the webhook `job.completed`. */
export type JobCompletedWebhook = Schemas['JobCompletedWebhook']
/** Body of the webhook `job.failed`. */
export type JobFailedWebhook = Schemas['JobFailedWebhook']
/** What `GET /jobs` answers. */
export type JobList = Schemas['JobList']
/** A job without its result, as a list shows it. */
export type JobListEntry = Schemas['JobListEntry']
/** Body of `POST /manual-logins/{manual_login_id}/keep`. */
export type KeepManualLoginRequest = Schemas['KeepManualLoginRequest']
/** Whether the ledger adds up. */
export type LedgerState = Schemas['LedgerState']
/** What `POST /operator/dead-letters/discard` answers. */
export type LettersMoved = Schemas['LettersMoved']
/** A key of your own at a provider of language models, without the key itself. */
export type LlmKey = Schemas['LlmKey']
/** Body of `POST /llm-keys`. */
export type LlmKeyCreate = Schemas['LlmKeyCreate']
/** What `GET /llm-keys` answers. */
export type LlmKeyList = Schemas['LlmKeyList']
/** What `POST /llm-keys/{llm_key_id}/test` answers. */
export type LlmKeyTestResult = Schemas['LlmKeyTestResult']
/** Body of `PATCH /llm-keys/{llm_key_id}`. */
export type LlmKeyUpdate = Schemas['LlmKeyUpdate']
/** The provider’s own id of a model, sent as it is. */
export type LlmModel = Schemas['LlmModel']
/** Who has the model; `custom`: any server that speaks OpenAI’s chat completions, at `base_url`. */
export type LlmProviderName = Schemas['LlmProviderName']
/** Body of `POST /auth/login`. */
export type Login = Schemas['Login']
/** What `POST /auth/email` answers. */
export type MailPromised = Schemas['MailPromised']
/** Body of `POST /auth/confirm-email`. */
export type MailedTokenForm = Schemas['MailedTokenForm']
/** A browser in which a person signs in. */
export type ManualLogin = Schemas['ManualLogin']
/** A login by hand that has begun, with the ticket of its first viewer. */
export type ManualLoginBegun = Schemas['ManualLoginBegun']
/** Body of `POST /manual-logins`. */
export type ManualLoginCreate = Schemas['ManualLoginCreate']
/** What the session is called, and whose cookies it holds. */
export type ManualLoginKeep = Schemas['ManualLoginKeep']
/** What `GET /manual-logins` answers. */
export type ManualLoginList = Schemas['ManualLoginList']
/** What lets one viewer see the browser. */
export type ManualLoginTicket = Schemas['ManualLoginTicket']
/** For which page the ticket is, where that is not the one that asks. */
export type ManualLoginTicketCreate = Schemas['ManualLoginTicketCreate']
/** An address of a site, and what is known of it. */
export type MapEntry = Schemas['MapEntry']
/** Body of `POST /map`. */
export type MapRequest = Schemas['MapRequest']
/** What `GET /map/{map_id}` answers as 202. */
export type MapUnderWay = Schemas['MapUnderWay']
/** Who calls, and the account that they act for. */
export type Me = Schemas['Me']
/** A member of an organization. */
export type Member = Schemas['Member']
/** What `GET /organizations/{organization_id}/members` answers. */
export type MemberList = Schemas['MemberList']
/** Body of `PATCH /organizations/{organization_id}/members/{user_id}`. */
export type MemberUpdate = Schemas['MemberUpdate']
/** A day in UTC, which stands for its beginning, or an ISO-8601 time, in UTC where it names no zone. */
export type Moment = Schemas['Moment']
/** Pages that are looked at again and again, and what of them is watched. */
export type Monitor = Schemas['Monitor']
/** A change of one page, found by one check. */
export type MonitorChange = Schemas['MonitorChange']
/** What `GET /monitors/{monitor_id}/changes` answers. */
export type MonitorChangeList = Schemas['MonitorChangeList']
/** Body of the webhook `monitor.changed`. */
export type MonitorChangedWebhook = Schemas['MonitorChangedWebhook']
/** One look at all pages of a monitor. */
export type MonitorCheck = Schemas['MonitorCheck']
/** What `GET /monitors/{monitor_id}/checks` answers. */
export type MonitorCheckList = Schemas['MonitorCheckList']
/** Body of `POST /monitors`. */
export type MonitorCreate = Schemas['MonitorCreate']
/** A value of a page that is watched. */
export type MonitorField = Schemas['MonitorField']
/** What `GET /monitors/{monitor_id}/fields/{field}/history` answers. */
export type MonitorFieldHistory = Schemas['MonitorFieldHistory']
/** A value of a page that is watched. */
export type MonitorFieldInput = Schemas['MonitorFieldInput']
/** Which differences count. */
export type MonitorFilters = Schemas['MonitorFilters']
/** Which differences count. */
export type MonitorFiltersInput = Schemas['MonitorFiltersInput']
/** Settings that several monitors share. */
export type MonitorGroup = Schemas['MonitorGroup']
/** Body of `POST /monitor-groups`. */
export type MonitorGroupCreate = Schemas['MonitorGroupCreate']
/** What `GET /monitor-groups` answers. */
export type MonitorGroupList = Schemas['MonitorGroupList']
/** Body of `PATCH /monitor-groups/{group_id}`. */
export type MonitorGroupUpdate = Schemas['MonitorGroupUpdate']
/** What `GET /monitors` answers. */
export type MonitorList = Schemas['MonitorList']
/** What you call it: one line of at most 80 characters. */
export type MonitorName = Schemas['MonitorName']
/** A page that a monitor knows, as of the last check. */
export type MonitorPage = Schemas['MonitorPage']
/** What `GET /monitors/{monitor_id}/pages` answers. */
export type MonitorPageList = Schemas['MonitorPageList']
/** Settings that a monitor or a group may have; what is absent is as usual. */
export type MonitorSettings = Schemas['MonitorSettings']
/** A version of a page that a monitor has kept. */
export type MonitorSnapshot = Schemas['MonitorSnapshot']
/** What `GET /monitors/{monitor_id}/snapshots` answers. */
export type MonitorSnapshotList = Schemas['MonitorSnapshotList']
/** Body of `PATCH /monitors/{monitor_id}`. */
export type MonitorUpdate = Schemas['MonitorUpdate']
/** Body of `POST /auth/passkeys`. */
export type NewPasskey = Schemas['NewPasskey']
/** A password of 10 to 1,024 characters. */
export type NewPassword = Schemas['NewPassword']
/** Body of `POST /operator/oauth-clients`. */
export type OAuthClientCreate = Schemas['OAuthClientCreate']
/** What `DELETE /operator/oauth-clients/{client_id}` answers. */
export type OAuthClientDeleted = Schemas['OAuthClientDeleted']
/** A tool that people may give a key to. */
export type OAuthClientInfo = Schemas['OAuthClientInfo']
/** What `GET /operator/oauth-clients` answers. */
export type OAuthClientList = Schemas['OAuthClientList']
/** What `POST /operator/oauth-clients/{client_id}/rotate-secret` answers. */
export type OAuthClientSecret = Schemas['OAuthClientSecret']
/** Body of `PATCH /operator/oauth-clients/{client_id}`. */
export type OAuthClientUpdate = Schemas['OAuthClientUpdate']
/** The body of an error, as RFC 6749 section 5.2 has it. */
export type OAuthErrorReply = Schemas['OAuthErrorReply']
/** Body of `POST /oauth/introspect`. */
export type OAuthTokenForm = Schemas['OAuthTokenForm']
/** What becomes of a batch with bad entries: `refuse` (the default) refuses it whole, `skip` leaves them out and lists them as `skipped`. */
export type OnInvalid = Schemas['OnInvalid']
/** An account, as operators see it. */
export type OperatedAccount = Schemas['OperatedAccount']
/** Body of `POST /operator/accounts`. */
export type OperatedAccountCreate = Schemas['OperatedAccountCreate']
/** What `POST /operator/accounts` answers. */
export type OperatedAccountCreated = Schemas['OperatedAccountCreated']
/** What `GET /operator/accounts` answers. */
export type OperatedAccountList = Schemas['OperatedAccountList']
/** A job of any account, without what its page or its secrets say. */
export type OperatedJob = Schemas['OperatedJob']
/** What `GET /operator/jobs/{job_id}` answers. */
export type OperatedJobs = Schemas['OperatedJobs']
/** Body of `POST /operator/accounts/{account_id}/api-keys`. */
export type OperatedKeyCreate = Schemas['OperatedKeyCreate']
/** Body of `PUT /operator/accounts/{account_id}/limits`. */
export type OperatedLimits = Schemas['OperatedLimits']
/** A proxy of the setting `PROXIES`, as one process sees it. */
export type OperatedProxy = Schemas['OperatedProxy']
/** What waits, and how old the oldest is. */
export type OperatedQueues = Schemas['OperatedQueues']
/** What `GET /operator/sites/{domain}` answers. */
export type OperatedSite = Schemas['OperatedSite']
/** What `GET /operator/sites` answers. */
export type OperatedSites = Schemas['OperatedSites']
/** A ticket of support, as operators see it. */
export type OperatedTicket = Schemas['OperatedTicket']
/** What `GET /operator/tickets` answers. */
export type OperatedTicketList = Schemas['OperatedTicketList']
/** What `GET /operator/audit-log` answers. */
export type OperatorAudit = Schemas['OperatorAudit']
/** An organization, as one of its members sees it. */
export type Organization = Schemas['Organization']
/** Body of `POST /organizations`. */
export type OrganizationCreate = Schemas['OrganizationCreate']
/** What `GET /organizations` answers. */
export type OrganizationList = Schemas['OrganizationList']
/** Body of `PATCH /organizations/{organization_id}`. */
export type OrganizationUpdate = Schemas['OrganizationUpdate']
/** Body of `POST /organizations/{organization_id}/transfer`. */
export type OwnershipTransfer = Schemas['OwnershipTransfer']
/** What `GET /archive` answers. */
export type PageArchive = Schemas['PageArchive']
/** Body of `PUT /archive`. */
export type PageArchiveInput = Schemas['PageArchiveInput']
/** The body as it came, byte for byte. */
export type PageBytes = Schemas['PageBytes']
/** A page by the formats that were asked for: each stands under its name. */
export type PageContent = Schemas['PageContent']
/** The tables of a page, in its order. */
export type PageTables = Schemas['PageTables']
/** Body of `POST /parse`. */
export type ParseRequest = Schemas['ParseRequest']
/** A passkey by which its owner signs in. */
export type Passkey = Schemas['Passkey']
/** What `PublicKeyCredential.toJSON()` gives. */
export type PasskeyCredential = Schemas['PasskeyCredential']
/** What `GET /auth/passkeys` answers. */
export type PasskeyList = Schemas['PasskeyList']
/** Body of `POST /auth/login/passkey`. */
export type PasskeyLogin = Schemas['PasskeyLogin']
/** What `POST /auth/login/passkey/options` answers. */
export type PasskeyOptions = Schemas['PasskeyOptions']
/** Body of `POST /auth/passkeys/options`. */
export type PasskeyProof = Schemas['PasskeyProof']
/** Body of `PATCH /auth/passkeys/{passkey_id}`. */
export type PasskeyUpdate = Schemas['PasskeyUpdate']
/** Body of `POST /auth/change-password`. */
export type PasswordChange = Schemas['PasswordChange']
/** What `POST /auth/change-password` answers. */
export type PasswordChanged = Schemas['PasswordChanged']
/** Body of `POST /auth/totp`. */
export type PasswordProof = Schemas['PasswordProof']
/** Body of `POST /auth/reset-password`. */
export type PasswordResetForm = Schemas['PasswordResetForm']
/** Globs on the path of an address: `*` within a segment, `**` across segments, `?` for one character, `{a,b}`. */
export type PathPatterns = Schemas['PathPatterns']
/** Where it is read, as a whole address. */
export type PollUrl = Schemas['PollUrl']
/** Body of `PATCH /auth/me`. */
export type ProfileUpdate = Schemas['ProfileUpdate']
/** Body of `POST /proxies`. */
export type ProxyCreate = Schemas['ProxyCreate']
/** A proxy of your own, without its login. */
export type ProxyIntegration = Schemas['ProxyIntegration']
/** What `GET /proxies` answers. */
export type ProxyList = Schemas['ProxyList']
/** What `POST /proxies/{proxy_id}/test` answers. */
export type ProxyTestResult = Schemas['ProxyTestResult']
/** Body of `PATCH /proxies/{proxy_id}`. */
export type ProxyUpdate = Schemas['ProxyUpdate']
/** Address of the proxy with its login: `http://user:password@proxy.example.com:8080`; `http`, `https` or `socks5`. Write-only: no reply holds it. */
export type ProxyUrl = Schemas['ProxyUrl']
/** What `POST /support/tickets/public` answers. */
export type PublicTicketAccepted = Schemas['PublicTicketAccepted']
/** Body of `POST /support/tickets/public`. */
export type PublicTicketCreate = Schemas['PublicTicketCreate']
/** Why a delivered page may not be what a reader would see. */
export type QualityWarning = Schemas['QualityWarning']
/** One payment. */
export type Receipt = Schemas['Receipt']
/** What `GET /billing/receipts` answers. */
export type ReceiptList = Schemas['ReceiptList']
/** An invitation, as the person sees it who is invited. */
export type ReceivedInvitation = Schemas['ReceivedInvitation']
/** What `GET /invitations` answers. */
export type ReceivedInvitationList = Schemas['ReceivedInvitationList']
/** What `POST /auth/totp/confirm` answers. */
export type RecoveryCodes = Schemas['RecoveryCodes']
/** Body of `POST /operator/jobs/redrive`. */
export type RedriveRequest = Schemas['RedriveRequest']
/** What `POST /operator/jobs/redrive` answers. */
export type Redriven = Schemas['Redriven']
/** Body of `POST /auth/refresh`. */
export type Refresh = Schemas['Refresh']
/** Body of `POST /sessions/{session_id}/refresh`. */
export type RefreshSessionRequest = Schemas['RefreshSessionRequest']
/** Body of `POST /auth/register`. */
export type Registration = Schemas['Registration']
/** Body of `POST /auth/confirm-registration`. */
export type RegistrationConfirmation = Schemas['RegistrationConfirmation']
/** Values of headers by their names: at most 50, none that the transport sets. */
export type RequestHeaders = Schemas['RequestHeaders']
/** Body of `POST /batch/{batch_id}/retry`. */
export type RetryBatchRequest = Schemas['RetryBatchRequest']
/** Body of `POST /jobs/{job_id}/retry`. */
export type RetryJobRequest = Schemas['RetryJobRequest']
/** Body of `POST /webhooks/secret/rotate`. */
export type RotateWebhookSecretRequest = Schemas['RotateWebhookSecretRequest']
/** Work that is done again and again, by its times. */
export type Schedule = Schemas['Schedule']
/** Body of the webhook `schedule.completed`. */
export type ScheduleCompletedWebhook = Schemas['ScheduleCompletedWebhook']
/** Body of `POST /schedules`. */
export type ScheduleCreate = Schemas['ScheduleCreate']
/** What `GET /schedules` answers. */
export type ScheduleList = Schemas['ScheduleList']
/** One time at which a schedule was due, or was run by hand. */
export type ScheduleRun = Schemas['ScheduleRun']
/** What `GET /schedules/{schedule_id}/runs` answers. */
export type ScheduleRunList = Schemas['ScheduleRunList']
/** Body of `PATCH /schedules/{schedule_id}`. */
export type ScheduleUpdate = Schemas['ScheduleUpdate']
/** A page, and how it is fetched, read and paid for. */
export type ScrapeRequest = Schemas['ScrapeRequest']
/** A page that was delivered, and what its delivery took. */
export type ScrapeResult = Schemas['ScrapeResult']
/** A search with its results, and how far they are scraped. */
export type Search = Schemas['Search']
/** Body of `POST /search`. */
export type SearchRequest = Schemas['SearchRequest']
/** One result of a search. */
export type SearchResult = Schemas['SearchResult']
/** What `GET /auth/second-factor` answers. */
export type SecondFactor = Schemas['SecondFactor']
/** Body of `POST /auth/login/second-factor`. */
export type SecondFactorAnswer = Schemas['SecondFactorAnswer']
/** What `POST /auth/login/sso/connect` answers as 202. */
export type SecondFactorAsked = Schemas['SecondFactorAsked']
/** What one selector of a template found, in all items of a list together. */
export type SelectorFinds = Schemas['SelectorFinds']
/** What a server offers to those who have no account there yet. */
export type Server = Schemas['Server']
/** A service of the fleet. */
export type ServiceHealth = Schemas['ServiceHealth']
/** A running service, or one that has run within a day. */
export type ServiceInstance = Schemas['ServiceInstance']
/** A stored login, without its values. */
export type Session = Schemas['Session']
/** What `GET /sessions/{session_id}/audit` answers. */
export type SessionAudit = Schemas['SessionAudit']
/** What has happened to a login session. */
export type SessionAuditEntry = Schemas['SessionAuditEntry']
/** Body of `POST /sessions`. */
export type SessionCreate = Schemas['SessionCreate']
/** What `DELETE /sessions/{session_id}` answers. */
export type SessionDeleted = Schemas['SessionDeleted']
/** What `GET /sessions` answers. */
export type SessionList = Schemas['SessionList']
/** The cookies and headers of a new sign-in; without any the session is validated. */
export type SessionRefresh = Schemas['SessionRefresh']
/** Body of `POST /sessions/{session_id}/share`. */
export type SessionShare = Schemas['SessionShare']
/** Body of `PATCH /sessions/{session_id}`. */
export type SessionUpdate = Schemas['SessionUpdate']
/** What `POST /sessions/{session_id}/validate` answers. */
export type SessionValidation = Schemas['SessionValidation']
/** One way to tell somebody, without what is secret of it. */
export type ShownAlertChannel = Schemas['ShownAlertChannel']
/** A device that is signed in. */
export type SignIn = Schemas['SignIn']
/** What `GET /auth/sign-ins` answers. */
export type SignInList = Schemas['SignInList']
/** What `DELETE /auth/sign-ins` answers. */
export type SignInsEnded = Schemas['SignInsEnded']
/** Who has signed in, and with what they go on. */
export type SignedIn = Schemas['SignedIn']
/** Body of `POST /auth/login/sso`. */
export type SingleSignOnAnswer = Schemas['SingleSignOnAnswer']
/** A sign-in at the provider that has begun. */
export type SingleSignOnBegun = Schemas['SingleSignOnBegun']
/** What `POST /auth/login/sso` answers as 202. */
export type SingleSignOnReply202 = Schemas['SingleSignOnReply202']
/** The addresses of a site. */
export type SiteMap = Schemas['SiteMap']
/** Which addresses count: those of sitemaps beside links, links only, or sitemaps only; `true` is `include`, `false` is `skip`. */
export type SitemapMode = Schemas['SitemapMode']
/** Path or address of a sitemap. */
export type SitemapPath = Schemas['SitemapPath']
/** What may be spent in a period, and what is. */
export type SpendLimit = Schemas['SpendLimit']
/** Body of `PUT /account/limits`. */
export type SpendLimitInput = Schemas['SpendLimitInput']
/** A template: where the values of a page stand. */
export type Template = Schemas['Template']
/** Body of `POST /templates`. */
export type TemplateCreate = Schemas['TemplateCreate']
/** Where each field stands, by its name: a CSS selector, or an object that says more. */
export type TemplateFields = Schemas['TemplateFields']
/** Body of `POST /templates/{template_id}/test`. */
export type TemplateTest = Schemas['TemplateTest']
/** What `POST /templates/{template_id}/test` answers as 200. */
export type TemplateTestResult = Schemas['TemplateTestResult']
/** Body of `PATCH /templates/{template_id}`. */
export type TemplateUpdate = Schemas['TemplateUpdate']
/** What `GET /templates` answers. */
export type Templates = Schemas['Templates']
/** Body of the webhook `webhook.test`. */
export type TestWebhook = Schemas['TestWebhook']
/** A question to the operator. */
export type Ticket = Schemas['Ticket']
/** What `POST /operator/tickets/{ticket_id}/reply` answers. */
export type TicketAnswered = Schemas['TicketAnswered']
/** Body of `POST /support/tickets`. */
export type TicketCreate = Schemas['TicketCreate']
/** A ticket with its messages. */
export type TicketDetail = Schemas['TicketDetail']
/** One message of a ticket. */
export type TicketMessage = Schemas['TicketMessage']
/** Body of `POST /operator/tickets/{ticket_id}/reply`. */
export type TicketReply = Schemas['TicketReply']
/** What `GET /support/tickets` answers. */
export type Tickets = Schemas['Tickets']
/** The limit of the request lies below the tier that most pages of the host need. */
export type TierCapWarning = Schemas['TierCapWarning']
/** What an account may ask for at its balance, and what the next tier takes. */
export type TierInfo = Schemas['TierInfo']
/** What `POST /oauth/token` answers. */
export type TokenReply = Schemas['TokenReply']
/** Body of `POST /oauth/token`. */
export type TokenRequest = Schemas['TokenRequest']
/** What `GET /operator/top-accounts` answers. */
export type TopAccounts = Schemas['TopAccounts']
/** Body of `POST /auth/totp/confirm`. */
export type TotpCode = Schemas['TotpCode']
/** What `POST /auth/totp` answers. */
export type TotpEnrolment = Schemas['TotpEnrolment']
/** An entry of the ledger. */
export type Transaction = Schemas['Transaction']
/** What `GET /billing/transactions` answers. */
export type TransactionList = Schemas['TransactionList']
/** What `GET /usage` answers. */
export type Usage = Schemas['Usage']
/** What requests would have come to under a cap. */
export type UsageCap = Schemas['UsageCap']
/** What `GET /usage/caps` answers. */
export type UsageCaps = Schemas['UsageCaps']
/** What `GET /usage/report` answers. */
export type UsageReport = Schemas['UsageReport']
/** What was asked for within one group. */
export type UsageReportRow = Schemas['UsageReportRow']
/** A person who has an account. */
export type User = Schemas['User']
/** An address of yours that is told what happens. */
export type Webhook = Schemas['Webhook']
/** One attempt to deliver an event. */
export type WebhookAttempt = Schemas['WebhookAttempt']
/** Body of `POST /webhooks`. */
export type WebhookCreate = Schemas['WebhookCreate']
/** What `POST /webhooks` answers. */
export type WebhookCreated = Schemas['WebhookCreated']
/** One event for one receiver, and how its last attempt ended. */
export type WebhookDelivery = Schemas['WebhookDelivery']
/** What `GET /webhooks/deliveries/{delivery_id}` answers. */
export type WebhookDeliveryDetail = Schemas['WebhookDeliveryDetail']
/** What `GET /webhooks/deliveries` answers. */
export type WebhookDeliveryList = Schemas['WebhookDeliveryList']
/** What `GET /webhooks/{webhook_id}` answers. */
export type WebhookDetail = Schemas['WebhookDetail']
/** Headers of your own, sent with each request, as `Authorization`: at most 20, none that the transport or our signature sets. They are kept encrypted, and no reply shows their values. */
export type WebhookHeaders = Schemas['WebhookHeaders']
/** What `GET /webhooks` answers. */
export type WebhookList = Schemas['WebhookList']
/** What `GET /batch/{batch_id}/webhook-log` answers. */
export type WebhookLog = Schemas['WebhookLog']
/** Which deliveries are sent again. */
export type WebhookReplay = Schemas['WebhookReplay']
/** What `POST /webhooks/deliveries/replay` answers. */
export type WebhookReplayResult = Schemas['WebhookReplayResult']
/** What `POST /webhooks/deliveries/{delivery_id}/replay` answers. */
export type WebhookReplayed = Schemas['WebhookReplayed']
/** What `GET /webhooks/secret` answers. */
export type WebhookSecret = Schemas['WebhookSecret']
/** How the secret that signs is replaced. */
export type WebhookSecretRotation = Schemas['WebhookSecretRotation']
/** What became of the latest deliveries. */
export type WebhookStats = Schemas['WebhookStats']
/** What `POST /webhooks/{webhook_id}/test` answers as 200. */
export type WebhookTestResult = Schemas['WebhookTestResult']
/** One attempt to deliver. */
export type WebhookTry = Schemas['WebhookTry']
/** Body of `PATCH /webhooks/{webhook_id}`. */
export type WebhookUpdate = Schemas['WebhookUpdate']
/** An https address that is told what has happened. */
export type WebhookUrl = Schemas['WebhookUrl']

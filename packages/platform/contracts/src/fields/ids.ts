import { z } from 'zod'

/** Parts of paths, by their names: what is none is answered as one that is not there. */
const IN_PATHS = {
  account_id: z.string().describe('An account: the `id` that `GET /operator/accounts` lists.'),
  batch_id: z.string().describe('A batch, by the `batch_id` that `POST /batch` answered.'),
  change_id: z
    .string()
    .describe('A change of a page: the `id` that `GET /monitors/{monitor_id}/changes` lists.'),
  checkout_id: z
    .string()
    .describe('A checkout, by the `checkout_id` that `POST /billing/checkout` answered.'),
  client_id: z
    .string()
    .describe('An OAuth client: the `client_id` that `GET /operator/oauth-clients` lists.'),
  crawl_id: z.string().describe('A crawl, by the `crawl_id` that `POST /crawl` answered.'),
  delivery_id: z.string().describe('A delivery: the `id` that `GET /webhooks/deliveries` lists.'),
  destination_id: z.string().describe('A destination of exports: the `id` that `GET /exports` lists.'),
  domain: z.string().describe('A host name such as `example.com`; its subdomains are meant with it.'),
  export_id: z.string().describe('A run of an export: the `export_id` that `GET /exports/runs` lists.'),
  extract_id: z.string().describe('An extraction, by the `extract_id` that `POST /extract` answered.'),
  field: z
    .string()
    .describe('A field that the monitor reads: a name of its `monitor_fields` or `monitor_selectors`.'),
  group_id: z.string().describe('A group of monitors: the `id` that `GET /monitor-groups` lists.'),
  invitation_id: z
    .string()
    .describe('An invitation: the `id` that `GET /organizations/{organization_id}/invitations` lists.'),
  job_id: z.string().describe('A job, by the `job_id` that whatever began it answered: a UUID.'),
  key_id: z.string().describe('An API key: the `id` that `GET /api-keys` lists, not the key itself.'),
  llm_key_id: z
    .string()
    .describe('A key at a provider of language models: the `id` that `GET /llm-keys` lists.'),
  manual_login_id: z.string().describe('A login by hand, by the `id` that `POST /manual-logins` answered.'),
  map_id: z.string().describe('A map, by the `map_id` that `POST /map` answered.'),
  monitor_id: z.string().describe('A monitor: the `id` that `GET /monitors` lists.'),
  organization_id: z.string().describe('An organization: the `id` that `GET /organizations` lists.'),
  passkey_id: z.string().describe('A passkey: the `id` that `GET /auth/passkeys` lists.'),
  proxy_id: z.string().describe('A proxy of your own: the `id` that `GET /proxies` lists.'),
  receipt_id: z.string().describe('A receipt: the `id` that `GET /billing/receipts` lists.'),
  rule_id: z.string().describe('A rule of alerts: the `id` that `GET /alerts/rules` lists.'),
  schedule_id: z.string().describe('A schedule: the `id` that `GET /schedules` lists.'),
  search_id: z.string().describe('A search, by the `search_id` that `POST /search` answered.'),
  session_id: z.string().describe('A login session: the `id` that `GET /sessions` lists.'),
  sign_in_id: z.string().describe('A sign-in: the `id` that `GET /auth/sign-ins` lists.'),
  snapshot_id: z
    .string()
    .describe('A kept version of a page: the `id` that `GET /monitors/{monitor_id}/snapshots` lists.'),
  template_id: z.string().describe('A template: the `id` that `GET /templates` lists.'),
  ticket_id: z.string().describe('A ticket of support: its `id`, or its `readable_id`.'),
  user_id: z
    .string()
    .describe('A member: the `user_id` that `GET /organizations/{organization_id}/members` lists.'),
  webhook_id: z.string().describe('A webhook: the `id` that `GET /webhooks` lists.'),
} as const

type PathField = keyof typeof IN_PATHS

/** The parameters of a path, such as `inPath('monitor_id', 'field')`. */
export function inPath<const Names extends readonly PathField[]>(
  ...names: Names
): z.ZodObject<Pick<typeof IN_PATHS, Names[number]>> {
  const fields = Object.fromEntries(names.map((name) => [name, IN_PATHS[name]]))
  return z.object(fields as Pick<typeof IN_PATHS, Names[number]>)
}

/** The `id` of a thing that has a path of its own, whose parameter it fills. */
export function ownId(parameter: PathField) {
  return z.uuid().describe(`Stands for \`{${parameter}}\` in paths.`)
}

export const JobId = z.uuid().describe('The job, which `GET /jobs/{job_id}` reads.')
export const BatchId = z.string().describe('The batch, which `GET /batch/{batch_id}` reads.')
export const CrawlId = z.uuid().describe('The crawl, which `GET /crawl/{crawl_id}` reads.')
export const AccountId = z
  .uuid()
  .describe('The account that pays and owns: of one person, or of an organization.')
export const CheckId = z.uuid().describe('The check, which `GET /monitors/{monitor_id}/checks` lists.')

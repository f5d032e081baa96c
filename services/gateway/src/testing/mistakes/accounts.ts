import type { Mistakes } from './mistakes.ts'

/** Of accounts, and of what lists show. */
// biome-ignore format: one mistake a line
export const ACCOUNTS: readonly Mistakes[] = [
  { call: 'POST /api-keys', right: { name: 'a' }, wrong: [
    [{ scope: 'scrape' }, 'scope', 'did you mean "scopes"?'],
    [{ scopes: 'scrape' }, 'scopes', 'did you mean ["scrape"]?'],
    [{ scopes: ['admin'] }, 'scopes.0', 'must be one of "scrape", "read", "write"'],
    [{ expires_at: '2027-01-01' }, 'expires_at', 'must be a time such as "2027-01-31T12:00:00Z"'],
    [{ expires_in: 3600 }, 'expires_in', 'did you mean "expires_at", as a time such as'],
    [{ allowed_ips: '1.2.3.4' }, 'allowed_ips', 'did you mean ["1.2.3.4"]?'],
    [{ allowed_ips: ['1.2.3.400'] }, 'allowed_ips.0', 'must be an IPv4 or IPv6 address, or a network such as'],
    [{ name: undefined, label: 'a' }, 'label', 'did you mean "name"?'],
  ] },
  { call: 'PUT /account/limits', right: { budget_limit_credits: 5 }, wrong: [
    [{ budget: 5 }, 'budget', 'did you mean "budget_limit_credits", as credits?'],
    [{ budget_limit_credits: '5' }, 'budget_limit_credits', 'send 5 without quotes'],
    [{ reset_period: 'day' }, 'reset_period', 'did you mean "daily"?'],
  ] },
  { call: 'POST /organizations', right: { name: 'a' }, wrong: [
    [{ name: undefined, title: 'a' }, 'title', 'did you mean "name"?'],
    [{ name: '' }, 'name', 'must not be empty'],
  ] },
  { call: 'POST /billing/checkout', right: { amount_cents: 1000 }, wrong: [
    [{ amount_cents: undefined, amount: 10 }, 'amount', 'did you mean "amount_cents", as US cents?'],
    [{ amount_cents: '1000' }, 'amount_cents', 'must be a whole number of US cents from 500 (5 dollars) to'],
    [{ amount_cents: 100 }, 'amount_cents', 'must be a whole number of US cents from 500 (5 dollars) to'],
  ] },
  { call: 'POST /auth/login', right: { email: 'ann@example.com', password: 'long enough' }, wrong: [
    [{ email: undefined, username: 'ann@example.com' }, 'username', 'did you mean "email"?'],
    [{ password: undefined }, 'password', 'is required'],
  ] },
  { call: 'POST /auth/register', right: { email: 'ann@example.com', password: 'long enough' }, wrong: [
    [{ password: 'short' }, 'password', 'must have at least 10 characters'],
    [{ email: 'not an address' }, 'email', 'such as ann@example.com'],
  ] },
  { call: 'GET /jobs', right: {}, wrong: [
    [{ status: 'done' }, 'status', 'did you mean "completed"?'],
    [{ created_after: '01.12.2026' }, 'created_after', 'must be a date of the calendar such as 2026-01-31, or an'],
    [{ created_after: 'yesterday' }, 'created_after', 'must be a date of the calendar such as 2026-01-31, or an'],
    [{ limit: '-1' }, 'limit', 'must be at least 1'],
    [{ limit: '500' }, 'limit', 'must be at most 100'],
    [{ limit: 'ten' }, 'limit', 'must be a number'],
    [{ cursor: 'xyz' }, 'cursor', 'must be a UUID'],
    [{ page: '2' }, 'page', 'did you mean "cursor", as next_cursor of the reply before?'],
    [{ offset: '20' }, 'offset', 'did you mean "cursor", as next_cursor of the reply before?'],
    [{ from: '2026-01-01' }, 'from', 'did you mean "created_after"?'],
  ] },
  { call: 'GET /batches', right: {}, wrong: [
    [{ limit: '100' }, 'limit', 'must be at most 50'],
    [{ page: '2' }, 'page', 'did you mean "offset", as how many entries are passed over?'],
    [{ per_page: '5' }, 'per_page', 'did you mean "limit"?'],
  ] },
  { call: 'GET /usage', right: {}, wrong: [
    [{ start_date: '2026/11/01' }, 'start_date', 'must be a date of the calendar such as 2026-01-31, or an'],
    [{ from: '2026-11-01' }, 'from', 'did you mean "start_date"?'],
    [{ start_date: '2026-11-30', end_date: '2026-11-01' }, 'end_date', 'must not lie before start_date'],
    [{ start_date: '2026-13-01' }, 'start_date', 'must be a date of the calendar such as 2026-01-31, or an'],
  ] },
  { call: 'GET /sessions', right: {}, wrong: [
    [{ status: 'Active' }, 'status', 'did you mean "active"?'],
    [{ include_shared: 'maybe' }, 'include_shared', 'must be one of "true", "1", "yes", "false", "0", "no"'],
  ] },
]

import { inWords, RETENTION } from '@gleaner/contracts/limits'
/** What stands above the reference: Markdown. */
export const DESCRIPTION = `Gleaner fetches web pages and returns their content in the formats that you ask for. It tries the cheapest way first and climbs to
dearer ones when a page asks for it; only the attempt that delivered is charged.

**Authentication.** Programs send an API key as \`X-API-Key\`. What concerns a person (keys, organizations) takes the access token of
somebody who has signed in, as \`Authorization: Bearer ...\`. Each endpoint names what it accepts.

**Errors** have one form: \`error\` is a code, \`message\` says what to do, \`details\` holds what a program can use, and \`request_id\` finds the
request again. \`detail\` repeats \`message\`.

**Null** is the same as a field that is left out, unless its description says more. Fields that are marked as deprecated are other names, which
clients of this interface send; they keep working.

**Limits.** Each request takes tokens from a bucket that refills steadily, and an account may have so many requests in flight at once; the
headers \`X-RateLimit-*\` and \`X-Concurrency-*\` tell how it stands. A 429 names in \`Retry-After\` the seconds to wait.

**Repeating.** A POST that creates or charges something takes an \`Idempotency-Key\`: for ${inWords(RETENTION.keyMs)} the same request gets the first reply again.

**Live.** Beside the event streams of batches and crawls there is a WebSocket, \`/api/v1/ws/jobs\` (the key in \`X-API-Key\`, as a subprotocol, or as
\`?api_key=\`): send \`{"action": "subscribe", "job_id": "..."}\` or \`{"action": "subscribe", "batch_id": "..."}\` (or a \`crawl_id\`), and be told \`job_update\` with
\`status\`, \`result\` and \`error\` as jobs begin and end. \`docs/reference/websocket.md\` lists all messages.`

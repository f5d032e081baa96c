import type { DevInfo } from './dev-info.ts'

/** What a person sees when the stack is up: enough to make the first scrape by copying one line. */
export function describeStack(
  info: DevInfo,
  options: { seconds: number; devFile: string; logs: string },
): string {
  return `
Gleaner is up (${options.seconds.toFixed(1)} s).

  Dashboard  ${new URL('/', info.base_url)}
  API        ${info.base_url}
  WebSocket  ${info.ws_base_url}/ws/jobs
  Proxy      ${info.proxy ? `${info.proxy}  (the key is the user name)` : 'none: PROXY_MODE_PORT opens one'}
  Reference  ${info.reference}
  Queue UI   ${info.queue_ui}  (user ${info.admin.user}, password ${info.admin.password})
  API key    ${info.api_key}
  Sign in    ${info.user.email}, password ${info.user.password}
  Mails      ${info.mail_dir ?? 'by SMTP'}
  Sample     ${info.sample_site}  (a website to practise on)

Try it:

  ${curlLine(info)} |
    ${FIRST_LOOK}

All of this stands in ${options.devFile}; logs are in ${options.logs}. Ctrl-C stops everything.
`
}

/** The beginning of the page's Markdown, by what is there wherever this was started. */
const FIRST_LOOK = `node -pe 'JSON.parse(require("fs").readFileSync(0)).content.markdown' | head -20`

/** A scrape that works as it stands. */
export function curlLine(info: DevInfo): string {
  const body = JSON.stringify({ url: `${info.sample_site}/article`, formats: ['markdown'] })
  return `curl -s ${info.base_url}/scrape -H 'X-API-Key: ${info.api_key}' -H 'Content-Type: application/json' -d '${body}'`
}

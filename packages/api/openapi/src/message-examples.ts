import { live } from './examples/live.ts'
import { manualLogins } from './examples/manual-logins.ts'

/*
 * An example of each message of the WebSockets, by its name in the AsyncAPI document. A test reads them by their schemas.
 */

type Examples = Record<string, object>

const { events } = live.streamEvents! as { events: Record<string, { ts: number; job_id?: string }> }
const { job_id } = events.job_update!
const { ts } = events.subscribed!

export const JOB_MESSAGES: Examples = {
  connected: { type: 'connected', ts },
  heartbeat: { type: 'heartbeat', ts },
  pong: { type: 'pong', ts },
  subscribed: { type: 'subscribed', job_id, status: 'pending', ts },
  unsubscribed: { type: 'unsubscribed', job_id, ts },
  job_update: events.job_update!,
  batch_update: events.batch_update!,
  crawl_update: events.crawl_update!,
  error: { type: 'error', code: 'NOT_FOUND', message: 'There is no such job.', job_id, ts },
  action: { action: 'subscribe', job_id },
}

const url = 'https://app.example.com/login'
const origin = 'https://app.example.com'

export const VIEWER_MESSAGES: Examples = {
  login: { type: 'login', login: manualLogins.getManualLogin!.replies![200] },
  tabs: {
    type: 'tabs',
    tabs: [{ tab: 1, title: 'Sign in', url, origin, is_loading: false, is_failed: false }],
    shown: 1,
    can_go_back: false,
    can_go_forward: false,
    is_phone: false,
  },
  dialog: { type: 'dialog', dialog: { kind: 'confirm', message: 'Stay signed in?', text: '', origin } },
  choices: {
    type: 'choices',
    choices: [{ label: 'English', group: '', is_selected: true, is_disabled: false }],
  },
  typing: { type: 'typing', takes_text: true },
  notice: { type: 'notice', notice: 'download_refused' },
  cookies: {
    type: 'cookies',
    cookies: [{ name: 'sid', domain: 'app.example.com', expires_at: '2026-12-28T08:00:00.000Z' }],
  },
  storage: { type: 'storage', origins: [{ origin, items: 3 }] },
  time: { type: 'time', left_seconds: 840, idle_left_seconds: 175 },
  error: {
    type: 'error',
    code: 'INVALID_REQUEST',
    message: 'The message is no action of a viewer. It was left out.',
  },
}

export const VIEWER_ACTIONS: Examples = {
  do_drawn: { type: 'drawn', frame: 12 },
  do_mouse: { type: 'mouse', action: 'down', x: 640, y: 380, button: 'left', buttons: 1, clicks: 1 },
  do_touch: { type: 'touch', action: 'start', points: [{ x: 180, y: 420, id: 0 }] },
  do_key: { type: 'key', action: 'down', key: 'A', code: 'KeyA', modifiers: 8 },
  do_text: { type: 'text', text: 'ada@example.com' },
  do_size: { type: 'size', width: 1280, height: 800 },
  do_history: { type: 'history', action: 'back' },
  do_go: { type: 'go', url },
  do_tab: { type: 'tab', action: 'show', tab: 2 },
  do_dialog: { type: 'dialog', accept: true },
  do_choice: { type: 'choice', index: 0 },
  do_cookies: { type: 'cookies' },
}

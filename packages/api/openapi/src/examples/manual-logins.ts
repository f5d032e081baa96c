import type { AreaExamples } from './endpoint-example.ts'
import { sessions } from './sessions.ts'

const id = '019a9f3e-7c1a-7b2e-9d55-3f0a6c1b2d51'
const params = { manual_login_id: id }

const login = {
  id,
  url: 'https://app.example.com/login',
  name: 'Ada at the app',
  domain: 'app.example.com',
  mobile: false,
  status: 'waiting',
  error: null,
  session_id: null,
  created_at: '2026-11-28T08:00:00.000Z',
  opened_at: null,
  ends_at: '2026-11-28T08:01:00.000Z',
  ended_at: null,
}
const ticket = {
  ticket: 'ticket_dGhpcyBpcyBubyB0aWNrZXQgdGhhdCBvcGVucyBhbnk',
  expires_at: '2026-11-28T08:01:00.000Z',
  socket_path: `/api/v1/ws/manual-logins/${id}`,
}
const open = {
  ...login,
  status: 'open',
  opened_at: '2026-11-28T08:00:03.000Z',
  ends_at: '2026-11-28T08:15:03.000Z',
}

export const manualLogins: AreaExamples = {
  createManualLogin: {
    body: { url: 'https://app.example.com/login', name: 'Ada at the app' },
    replies: { 201: { ...login, ...ticket } },
  },
  listManualLogins: { replies: { 200: { manual_logins: [open], total: 1 } } },
  getManualLogin: { params, replies: { 200: open } },
  createManualLoginTicket: { params, body: {}, replies: { 201: ticket } },
  keepManualLogin: {
    params,
    body: { name: 'Ada at the app' },
    replies: { 200: sessions.getSession!.replies![200] },
  },
  endManualLogin: { params },
}

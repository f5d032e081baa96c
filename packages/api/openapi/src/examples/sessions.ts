import type { AreaExamples } from './endpoint-example.ts'

const id = '019a9f3e-8d2b-7c3f-8e66-401b7d2c3e5f'
const params = { session_id: id }
const organization_id = '019a9f3e-3c4d-7e5f-8a6b-7c8d9e0f1a2b'

const session = {
  id,
  name: 'Shop, Ann',
  domain: 'shop.example.com',
  cookie_names: ['sid', 'remember_me'],
  cookie_count: 2,
  header_names: null,
  storage_origins: ['https://shop.example.com'],
  status: 'active',
  expires_at: null,
  cookies_expire_at: '2027-02-20T08:00:00.000Z',
  expiry_status: 'valid',
  last_validated_at: null,
  validation_confidence: null,
  consecutive_failures: 0,
  last_used_at: null,
  total_requests: 0,
  successful_requests: 0,
  success_rate: 0,
  notes: 'For the order history.',
  is_owner: true,
  organization_id: null,
  created_at: '2026-11-22T08:00:00.000Z',
  updated_at: '2026-11-22T08:00:00.000Z',
}

const plain = {
  name: 'Shop, Ann',
  domain: 'shop.example.com',
  cookies: { sid: '7f9c2ba4e88f827d', remember_me: 'YW5uOjE3' },
  notes: 'For the order history.',
}

export const sessions: AreaExamples = {
  listSessions: {
    query: { include_shared: 'true', status: 'active' },
    replies: { 200: { sessions: [session], total: 1, limit: 100, offset: 0 } },
  },
  createSession: {
    bodies: {
      'Names and values': plain,
      'The export of a browser extension': {
        ...plain,
        cookies: [
          {
            name: 'sid',
            value: '7f9c2ba4e88f827d',
            domain: '.shop.example.com',
            path: '/',
            secure: true,
            httpOnly: true,
            sameSite: 'lax',
            expirationDate: 1_803_110_400,
          },
        ],
      },
      'cookies.txt': {
        ...plain,
        cookies: '#HttpOnly_.shop.example.com\tTRUE\t/\tTRUE\t1803110400\tsid\t7f9c2ba4e88f827d',
      },
      'A Cookie header': { ...plain, cookies: 'sid=7f9c2ba4e88f827d; remember_me=YW5uOjE3' },
    },
    replies: { 200: session },
  },
  getSession: { params, replies: { 200: session } },
  updateSession: { params, body: { name: 'Shop, Ann', notes: null }, replies: { 200: session } },
  deleteSession: { params, replies: { 200: { deleted: true } } },
  shareSession: { params, body: { organization_id }, replies: { 200: { ...session, organization_id } } },
  unshareSession: { params, replies: { 200: session } },
  getSessionAudit: {
    params,
    query: { limit: 20, offset: 0 },
    replies: {
      200: {
        entries: [
          {
            action: 'shared',
            actor: 'user:019a9f3e-1a2b-7c3d-8e4f-5a6b7c8d9e0f',
            timestamp: '2026-11-22T08:05:00.000Z',
            details: { organization_id },
          },
          {
            action: 'created',
            actor: 'key:019a9f3e-2b3c-7d4e-9f5a-6b7c8d9e0f1a',
            timestamp: '2026-11-22T08:00:00.000Z',
            details: { domain: 'shop.example.com', cookies: 2 },
          },
        ],
        total: 2,
      },
    },
  },
  refreshSession: { params, body: { cookies: { sid: '1b6453892473a467' } }, replies: { 200: session } },
  validateSession: {
    params,
    replies: {
      200: {
        id,
        name: 'Shop, Ann',
        domain: 'shop.example.com',
        status: 'active',
        is_valid: true,
        valid: true,
        confidence: 98,
        http_status: 200,
        detected_user: 'Ann',
        cookie_expiry_detected: '2027-02-20T08:00:00.000Z',
        cookies_expiring_soon: false,
        indicators_found: {
          account_links: ['https://shop.example.com/account'],
          user_elements: ['user-menu: Ann'],
        },
        consecutive_failures: 0,
        details: 'With the session the page names the user Ann, and without it does not',
        reason: null,
      },
    },
  },
}

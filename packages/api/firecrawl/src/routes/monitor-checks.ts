import type { MonitorChangeList, MonitorCheck, MonitorCheckList, MonitorPageList } from '@gleaner/contracts'
import type { DoorCall, DoorHandler } from '../call.ts'
import { badRequest, DoorError } from '../door-error.ts'
import { pathOf, summaryOf, TARGET_ID } from './monitor.ts'
import { pageOf } from './status.ts'

/** POST /monitor/{id}/run. */
export const runMonitor: DoorHandler = async (call) => {
  const { body } = await call.ours.ask<MonitorCheck>('POST', `${pathOf(call)}/check`)
  return { success: true, data: presentCheck(body) }
}

/** GET /monitor/{id}/checks. */
export const listChecks: DoorHandler = async (call) => {
  const { skip, limit } = pageOf(call, 'offset')
  const status = statusOf(call, [...Object.values(STATES), 'running'])
  const data: object[] = []
  let passed = 0
  for await (const check of checksOf(call)) {
    const shown = presentCheck(check)
    if (status !== undefined && shown.status !== status) continue
    if (passed++ >= skip) data.push(shown)
    if (data.length === limit) break
  }
  return { success: true, data }
}

/** GET /monitor/{id}/checks/{check}: with the pages that were not the same. */
export const getCheck: DoorHandler = async (call) => {
  const { skip, limit } = pageOf(call)
  const status = statusOf(call, PAGE_STATES)
  const check = await findCheck(call)
  const all = [...(await changesIn(call, check)), ...(await failuresIn(call, check))]
  const pages = status === undefined ? all : all.filter((page) => page.status === status)
  return {
    success: true,
    data: {
      ...presentCheck(check),
      pages: pages.slice(skip, skip + limit),
      next: skip + limit < pages.length ? nextOf(call, skip + limit, limit, status) : null,
    },
  }
}

/** Checks are read in parts, and no more of them than these; there are those of a day. */
const PART = 100
const MOST_PARTS = 5

/** The newest first. */
async function* checksOf(call: DoorCall): AsyncGenerator<MonitorCheck> {
  for (let part = 0; part < MOST_PARTS; part++) {
    const page = `limit=${PART}&offset=${part * PART}`
    const { body } = await call.ours.ask<MonitorCheckList>('GET', `${pathOf(call)}/checks?${page}`)
    yield* body.checks
    if (body.checks.length < PART) return
  }
}

async function findCheck(call: DoorCall): Promise<MonitorCheck> {
  for await (const check of checksOf(call)) if (check.id === call.request.params.checkId) return check
  throw new DoorError(404, 'NOT_FOUND', 'Check not found')
}

interface CheckedPage {
  status: string
}

async function changesIn(call: DoorCall, { id: checkId }: MonitorCheck): Promise<CheckedPage[]> {
  const { body } = await call.ours.ask<MonitorChangeList>('GET', `${pathOf(call)}/changes?limit=${PART}`)
  return body.changes
    .filter(({ check_id }) => check_id === checkId)
    .map(({ id, url, kind, text, patch, created_at }) => ({
      id,
      targetId: TARGET_ID,
      url,
      status: kind,
      diff: { text, ...(patch && { json: { files: [], patch } }) },
      createdAt: created_at,
    }))
}

async function failuresIn(call: DoorCall, { finished_at }: MonitorCheck): Promise<CheckedPage[]> {
  const { body } = await call.ours.ask<MonitorPageList>('GET', `${pathOf(call)}/pages?limit=${PART}`)
  return body.pages
    .filter(({ state, checked_at }) => state === 'error' && checked_at === finished_at)
    .map(({ url, error, checked_at }) => ({
      id: url,
      targetId: TARGET_ID,
      url,
      status: 'error',
      error,
      createdAt: checked_at,
    }))
}

const PAGE_STATES = ['same', 'new', 'changed', 'removed', 'error']

function statusOf({ request }: DoorCall, states: readonly string[]): string | undefined {
  const { status } = request.query as { status?: string }
  if (status === undefined || states.includes(status)) return status
  throw badRequest(
    `status must be one of ${[...new Set(states)].join(', ')}`,
    ['status'],
    'invalid_enum_value',
  )
}

function nextOf({ base, request }: DoorCall, skip: number, limit: number, status?: string): string {
  const { monitorId, checkId } = request.params
  const query = new URLSearchParams({ skip: String(skip), limit: String(limit), ...(status && { status }) })
  return `${base}/monitor/${monitorId}/checks/${checkId}?${query}`
}

/** States of a check by ours. */
const STATES: Readonly<Record<MonitorCheck['status'], string>> = {
  pending: 'queued',
  running: 'running',
  completed: 'completed',
  partially_failed: 'partial',
  failed: 'failed',
  cancelled: 'failed',
  skipped_overlap: 'skipped_overlap',
  skipped_no_credits: 'skipped_no_credits',
  skipped_limit: 'failed',
}

function presentCheck(check: MonitorCheck) {
  const { due_at, started_at, finished_at, judged_at } = check
  return {
    id: check.id,
    monitorId: check.monitor_id,
    status: check.status === 'completed' && judged_at === null ? 'running' : STATES[check.status],
    trigger: check.trigger === 'manual' ? 'manual' : 'scheduled',
    scheduledFor: due_at,
    startedAt: started_at,
    finishedAt: judged_at ?? finished_at,
    estimatedCredits: null,
    reservedCredits: null,
    actualCredits: check.credits_used,
    billingStatus: check.credits_used === null ? 'not_applicable' : 'confirmed',
    summary: summaryOf(check.pages),
    error: check.error?.message ?? null,
    createdAt: due_at,
    updatedAt: judged_at ?? finished_at ?? started_at ?? due_at,
  }
}

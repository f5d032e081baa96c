import { endpointsIn, NO_BODY } from '../endpoint.ts'
import { OF_WORK } from '../errors-of-work.ts'
import { inPath } from '../fields/ids.ts'
import {
  MonitorGroup,
  MonitorGroupCreate,
  MonitorGroupList,
  MonitorGroupUpdate,
} from '../schemas/monitors/index.ts'
import { PageQuery } from '../schemas/page.ts'

const endpoint = endpointsIn('Monitor groups', 'Settings that monitors share.')

const params = inPath('group_id')

export const listMonitorGroups = endpoint({
  method: 'GET',
  path: '/monitor-groups',
  summary: "List the account's groups of monitors, the oldest first.",
  auth: 'apiKeyOrBearer',
  query: PageQuery,
  responses: { 200: MonitorGroupList },
  errors: [],
})

export const createMonitorGroup = endpoint({
  method: 'POST',
  path: '/monitor-groups',
  summary: 'Make settings that monitors share by `group_id`.',
  auth: 'apiKeyOrBearer',
  body: MonitorGroupCreate,
  responses: { 201: MonitorGroup },
  errors: OF_WORK,
})

export const getMonitorGroup = endpoint({
  method: 'GET',
  path: '/monitor-groups/{group_id}',
  summary: 'Read one of your groups.',
  auth: 'apiKeyOrBearer',
  params,
  responses: { 200: MonitorGroup },
  errors: ['NOT_FOUND'],
})

export const updateMonitorGroup = endpoint({
  method: 'PATCH',
  path: '/monitor-groups/{group_id}',
  summary: 'Change the named settings of a group, for all its monitors or none.',
  description:
    'Monitors that this changes have it from their next check on, at their new times, and act for you. One that it does not fit refuses it, and is named.',
  auth: 'apiKeyOrBearer',
  params,
  body: MonitorGroupUpdate,
  responses: { 200: MonitorGroup },
  errors: ['NOT_FOUND', ...OF_WORK],
})

export const deleteMonitorGroup = endpoint({
  method: 'DELETE',
  path: '/monitor-groups/{group_id}',
  summary: 'Delete a group that no monitor is in.',
  auth: 'apiKeyOrBearer',
  params,
  responses: { 204: NO_BODY },
  errors: ['NOT_FOUND', 'CONFLICT'],
})

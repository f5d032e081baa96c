import type { Template, TemplateCreate, TemplateSelectors, TemplateUpdate } from '@gleaner/contracts'
import { ApiError } from '@gleaner/contracts/errors'
import { uuidv7 } from '@gleaner/contracts/ids'
import { LIMITS } from '@gleaner/contracts/limits'
import {
  type Database,
  noSuch,
  type Prisma,
  refuseTakenName,
  type TransactionHandles,
  takePlace,
} from '@gleaner/db'

export interface TemplatesContext {
  db: Database
}

/** Throws CONFLICT when the account has a template of this name, or as many as it may have. */
export async function createTemplate(
  { prisma, sql }: TransactionHandles,
  accountId: string,
  { name, description, fields, list }: TemplateCreate,
): Promise<Template> {
  await takePlace(sql, 'template', accountId)
  const selectors = stored({ fields, list })
  const data = { id: uuidv7(), accountId, name, description: description ?? null, selectors }
  return present(await refuseTakenName('template', name, prisma.template.create({ data, select: SHOWN })))
}

export async function listTemplates(
  { db }: TemplatesContext,
  accountId: string,
  { limit, offset }: { limit: number; offset: number },
): Promise<{ templates: Template[]; total: number }> {
  const { template } = await db.prisma()
  const where = { accountId }
  const [rows, total] = await Promise.all([
    template.findMany({ where, select: SHOWN, orderBy: { id: 'asc' }, take: limit, skip: offset }),
    template.count({ where }),
  ])
  return { templates: rows.map(present), total }
}

/** Throws NOT_FOUND, also for a template of another account. */
export async function readTemplate(
  { db }: TemplatesContext,
  accountId: string,
  id: string,
): Promise<Template> {
  const { template } = await db.prisma()
  return present(
    (await template.findFirst({ where: { id, accountId }, select: SHOWN })) ?? noSuch('template'),
  )
}

/** Throws NOT_FOUND, and CONFLICT for a name that another template has. */
export async function updateTemplate(
  { prisma: { template } }: Pick<TransactionHandles, 'prisma'>,
  accountId: string,
  id: string,
  { name, description, fields, list }: TemplateUpdate,
): Promise<Template> {
  const data = {
    ...(name !== undefined && { name }),
    ...(description !== undefined && { description }),
    ...((fields || list) && { selectors: stored({ fields, list }) }),
  }
  const writing = template.updateManyAndReturn({ where: { id, accountId }, data, select: SHOWN })
  const [row] = await refuseTakenName('template', name, writing)
  return present(row ?? noSuch('template'))
}

/** Throws NOT_FOUND. */
export async function deleteTemplate(
  { prisma: { template } }: Pick<TransactionHandles, 'prisma'>,
  accountId: string,
  id: string,
): Promise<void> {
  const { count } = await template.deleteMany({ where: { id, accountId } })
  if (count === 0) noSuch('template')
}

const SHOWN = {
  id: true,
  name: true,
  description: true,
  selectors: true,
  createdAt: true,
  updatedAt: true,
} satisfies Prisma.TemplateSelect

type Row = Prisma.TemplateGetPayload<{ select: typeof SHOWN }>

function present({ selectors, createdAt, updatedAt, ...shown }: Row): Template {
  return {
    ...shown,
    ...(selectors as TemplateSelectors),
    created_at: createdAt.toISOString(),
    updated_at: updatedAt.toISOString(),
  } as Template
}

/** What is stored of it; every job that uses the template keeps it. */
function stored(selectors: TemplateSelectors): Prisma.InputJsonObject {
  const json = JSON.stringify(selectors)
  const bytes = Buffer.byteLength(json)
  if (bytes > LIMITS.templateBytes)
    throw new ApiError(
      'INVALID_REQUEST',
      `The template takes ${Math.ceil(bytes / 1024)} KB; at most ${LIMITS.templateBytes / 1024} KB are accepted. Use fewer fields or shorter selectors.`,
      { issues: [{ path: '', message: `is ${bytes} bytes; at most ${LIMITS.templateBytes}` }] },
    )
  return JSON.parse(json)
}

import type { User } from '@gleaner/contracts'
import type { UserRow } from './find-user.ts'

export function presentUser({ id, email, name, createdAt }: Omit<UserRow, 'passwordHash'>): User {
  return { id, email, name, created_at: createdAt.toISOString() }
}

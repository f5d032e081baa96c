import { expire } from '@gleaner/db'

/** Two years. A trigger refuses to delete what is younger. */
export const AUDIT_PURGES = [
  expire({
    name: 'audit-entries',
    table: 'audit_entry',
    by: 'created_at',
    before: "now() - interval '2 years'",
  }),
]

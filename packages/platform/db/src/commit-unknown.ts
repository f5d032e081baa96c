/** A statement was sent that commits, and its answer never came: what it did may stand. */
export class CommitUnknown extends Error {
  override readonly name = 'CommitUnknown'

  constructor(cause: unknown) {
    super('the database did not confirm a commit', { cause })
  }
}

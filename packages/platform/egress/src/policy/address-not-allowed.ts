/** Thrown (or given as a connect error's cause) when an address may not be reached. Its message is for the caller. */
export class AddressNotAllowed extends Error {
  override readonly name = 'AddressNotAllowed'
  readonly code = 'URL_NOT_ALLOWED'
}

import { ApiError } from '@gleaner/contracts'

/** The payment provider did not do what it was asked; `cause` says why, for the log. */
export class ProviderFailed extends ApiError {
  constructor(cause: string) {
    super(
      'SERVICE_UNAVAILABLE',
      'The payment provider did not answer as it should; nothing was charged. Try again in a moment.',
    )
    this.cause = cause
  }
}

import { RESET_PATH } from '@gleaner/accounts'
import { type Request, type Response, Router } from 'express'
import type { Context } from '../context.ts'
import { resetPasswordPage } from '../html/reset-password-page.ts'
import { sendDocument } from '../html/send-document.ts'
import { refuseOtherMethods } from '../middleware/method-not-allowed.ts'

/** GET /reset-password: the page of a password reset's link, for people. */
export function resetPasswordPages({ config }: Pick<Context, 'config'>): Router {
  const router = Router()
  const page = resetPasswordPage(new URL(config.PUBLIC_URL).host)
  router.get(RESET_PATH, (_request: Request, response: Response) => sendDocument(response, 200, page))
  refuseOtherMethods(router, RESET_PATH, ['GET'])
  return router
}

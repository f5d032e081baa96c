import { INVITATION_PAGE } from '@gleaner/organizations'
import { type Request, type Response, Router } from 'express'
import type { Context } from '../context.ts'
import { invitationPage } from '../html/invitation-page.ts'
import { sendDocument } from '../html/send-document.ts'
import { refuseOtherMethods } from '../middleware/method-not-allowed.ts'

/** GET /invitation: the page of an invitation's link, for people. */
export function invitationPages({ config }: Pick<Context, 'config'>): Router {
  const router = Router()
  const page = invitationPage(new URL(config.PUBLIC_URL).host)
  router.get(INVITATION_PAGE, (_request: Request, response: Response) => sendDocument(response, 200, page))
  refuseOtherMethods(router, INVITATION_PAGE, ['GET'])
  return router
}

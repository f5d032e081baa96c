import { CONFIRM_EMAIL_PATH, CONFIRM_REGISTRATION_PATH, RESET_PATH, UNDO_EMAIL_PATH } from '@gleaner/accounts'
import { refuseOtherMethods } from '@gleaner/http-api'
import { DEVICE_PAGE } from '@gleaner/oauth'
import { INVITATION_PAGE } from '@gleaner/organizations'
import { type Request, type Response, Router } from 'express'
import type { Context } from '../context.ts'
import { CONFIRM_REGISTRATION_PAGE } from '../html/confirm-registration-page.ts'
import { devicePage } from '../html/device-page.ts'
import { CONFIRM_EMAIL_PAGE, UNDO_EMAIL_PAGE } from '../html/email-change-pages.ts'
import { invitationPage } from '../html/invitation-page.ts'
import { mailedLinkPage } from '../html/mailed-link-page.ts'
import { RESET_PASSWORD_PAGE } from '../html/reset-password-page.ts'
import { sendDocument } from '../html/send-document.ts'

/** The pages that links of mails lead people to, and that of devices. */
export function pagesForPeople({ config }: Pick<Context, 'config'>): Router {
  const router = Router()
  const { host } = new URL(config.PUBLIC_URL)
  const pages = {
    [DEVICE_PAGE]: devicePage(host),
    [INVITATION_PAGE]: invitationPage(host),
    [RESET_PATH]: mailedLinkPage(host, RESET_PASSWORD_PAGE),
    [CONFIRM_EMAIL_PATH]: mailedLinkPage(host, CONFIRM_EMAIL_PAGE),
    [UNDO_EMAIL_PATH]: mailedLinkPage(host, UNDO_EMAIL_PAGE),
    [CONFIRM_REGISTRATION_PATH]: mailedLinkPage(host, CONFIRM_REGISTRATION_PAGE),
  }
  for (const [path, page] of Object.entries(pages)) {
    router.get(path, (_request: Request, response: Response) => sendDocument(response, 200, page))
    refuseOtherMethods(router, path, ['GET'])
  }
  return router
}

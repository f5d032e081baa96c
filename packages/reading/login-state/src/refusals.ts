import type { SignInSigns } from './signs.ts'

/** Phrases of a page that shows nothing without a login. */
export const LOGIN_WORDS =
  /(log|sign) ?in (to|or (sign|create|register)|is required|required)|(please|must|need to|have to) (log|sign) ?in|login required|authentication required|members only|melden sie sich an|anmeldung erforderlich|connectez-vous|inicia(r)? sesión|войдите|entrar na sua conta|accedi|请(先)?登录|ログイン(して|が必要)/i

/** A page that refuses by its status says why: signing in would help. */
export function isRefusedByWords(
  text: string,
  { status, ownText }: Pick<SignInSigns, 'status' | 'ownText'>,
): boolean {
  return status === 403 && ownText < 2_600 && LOGIN_WORDS.test(text)
}

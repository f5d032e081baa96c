import * as words from '../../words/index.ts'

/** What a test of something stored has come to, in a sentence. */
export function tellTest(reply: unknown): string {
  const { ok, error } = reply as { ok?: boolean; error?: string }
  return ok ? words.things.works : words.things.worksNot(error ?? '')
}

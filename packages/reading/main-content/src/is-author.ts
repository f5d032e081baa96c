import type { Element } from '@gleaner/markup'

/** Whether an element shows who wrote something: by its name, its declared property, or by leading to a person's page. */
export function isAuthor({ tag, attrs }: Element): boolean {
  return (
    AUTHOR_NAME.test(attrs.class ?? '') ||
    attrs.itemprop === 'author' ||
    attrs.rel === 'author' ||
    (tag === 'a' && PROFILE.test(attrs.href ?? ''))
  )
}

const AUTHOR_NAME =
  /(?:^|[\s_-])(?:author|authors?-?name|user-?name|nick(?:name)?|poster|creator|byline)(?:$|[\s_-])/i
/** Addresses of people's pages. */
const PROFILE = /[/?=](?:members?|users?|profiles?|u|author|people)(?:[/=.-]|$)|[?&](?:u|uid|user_?id)=/i

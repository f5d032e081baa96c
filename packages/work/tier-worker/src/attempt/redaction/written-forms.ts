type Escape = (char: string) => string

const hex = (char: string) => char.charCodeAt(0).toString(16)
const percent: Escape = (char) => Buffer.from(char).toString('hex').toUpperCase().replace(/../g, '%$&')
const unicode: Escape = (char) => `\\u${hex(char).padStart(4, '0')}`
const NAMED: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}
const named: Escape = (char) => NAMED[char]!

/** How programs write a text into a page, an address or JSON: what is escaped, and as what. Hexadecimal digits come in both cases. */
const WAYS: readonly (readonly [what: RegExp, as: Escape])[] = [
  // encodeURIComponent, encodeURI, and what browsers do to queries.
  [/[^A-Za-z0-9\-_.!~*'()]/gu, percent],
  [/[^A-Za-z0-9\-_.~]/gu, percent],
  [/[^A-Za-z0-9\-_.!~*'();,/?:@&=+$#]/gu, percent],
  [/[\s"<>`]/g, percent],
  // HTML: of browsers in texts and in attributes, Python, PHP, Go, and templates of the Mustache family.
  [/[&<>]/g, named],
  [/[&<>"]/g, named],
  [/[&<>"']/g, named],
  [/[&<>"']/g, (char) => (char === "'" ? '&#x27;' : named(char))],
  [/[&<>"']/g, (char) => (char === "'" ? '&#039;' : named(char))],
  [
    /[&<>"'+]/g,
    (char) => (char === '"' || char === "'" || char === '+' ? `&#${char.charCodeAt(0)};` : named(char)),
  ],
  [/[&<>"'`=/]/g, (char) => ('`=/'.includes(char) ? `&#x${hex(char).toUpperCase()};` : named(char))],
  // JSON: plain, with slashes escaped (PHP), safe in HTML (Go, Django, Rails), and all that is unusual (.NET, Gson).
  [/["\\]/g, (char) => `\\${char}`],
  [/["\\/]/g, (char) => `\\${char}`],
  [/["\\<>&]/g, (char) => ('"\\'.includes(char) ? `\\${char}` : unicode(char))],
  [/["\\<>&'=]/g, (char) => ('"\\'.includes(char) ? `\\${char}` : unicode(char))],
  [/["\\<>&'+`]/g, (char) => (char === '\\' ? '\\\\' : unicode(char))],
]

/** The forms in which a text may stand on a page, itself among them. */
export function writtenForms(text: string): string[] {
  if (/^[A-Za-z0-9\-_.]*$/.test(text)) return [text]
  const forms = WAYS.map(([what, as]) => text.replace(what, as))
  return [...new Set([text, ...forms, ...forms.map(withOtherHexCase)])]
}

function withOtherHexCase(text: string): string {
  return text.replace(/%[0-9A-F]{2}|&#x[0-9A-F]{2};|\\u[0-9a-f]{4}/g, (written) =>
    written.startsWith('\\u') ? `\\u${written.slice(2).toUpperCase()}` : written.toLowerCase(),
  )
}

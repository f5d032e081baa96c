const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
/** What XML 1.0 cannot hold. */
const NO_XML =
  /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g

/** Text as it may stand in an element or a quoted attribute of XML. */
export function escaped(text: string): string {
  return text.replace(NO_XML, '').replace(/[&<>"]/g, (mark) => ENTITIES[mark]!)
}

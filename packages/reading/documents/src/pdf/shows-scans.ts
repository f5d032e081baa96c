type Pdf = Awaited<ReturnType<typeof import('unpdf')['getDocumentProxy']>>

/** Images of a scanned page have more pixels than this: it is a page of 6 by 8 inches at 100 dpi. */
const MIN_PAGE_PIXELS = 480_000
/** Pages that are looked at. */
const MAX_PAGES = 20

/** Whether the PDF's pages show images that are large enough to be scans of them. */
export async function showsScans(pdf: Pdf, pages: number): Promise<boolean> {
  const { getResolvedPDFJS } = await import('unpdf')
  const { OPS } = await getResolvedPDFJS()
  const painting = new Set([OPS.paintImageXObject, OPS.paintInlineImageXObject, OPS.paintImageMaskXObject])
  for (let number = 1; number <= Math.min(pages, MAX_PAGES); number++) {
    const { fnArray, argsArray } = await (await pdf.getPage(number)).getOperatorList()
    if (fnArray.some((operator, at) => painting.has(operator) && pixelsOf(argsArray[at]) >= MIN_PAGE_PIXELS))
      return true
  }
  return false
}

/** Of an image that is named with its size, or of one that is given itself. */
function pixelsOf(args: unknown): number {
  const [first, width, height] = args as [unknown, unknown, unknown]
  if (typeof width === 'number' && typeof height === 'number') return width * height
  const image = first as { width?: number; height?: number } | null
  return (image?.width ?? 0) * (image?.height ?? 0)
}

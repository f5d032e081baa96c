import { HEADINGS } from '@gleaner/markup'
import { ownLine } from './mark-boilerplate.ts'
import { isLine, type Outline } from './outline.ts'

/** Characters without spaces of a title or label. */
const MAX_TITLE = 40
/** Less below a title is a value of its own ("Delivery: free"), not a section. */
const MIN_SECTION = 20
/** Share of the page's text; a title over more than this has been taken for a section's by mistake. */
const MAX_SHARE = 0.35

const tokens = (list: string): ReadonlySet<string> => new Set(list.trim().split(/\s+/))

/** What a shop tells with every product, in the web's larger languages: delivery, returns, payment, what buyers say. */
const TERMS = tokens(`
  shipping delivery deliveries dispatch returns return refund refunds exchange exchanges payment payments privacy
  reviews review testimonials
  versand lieferung versandkosten rückgabe rücksendung retoure retouren zahlung zahlungsarten bewertungen
  livraison expédition retours retour remboursement paiement avis
  envío envíos entrega devolución devoluciones pago pagos reseñas opiniones
  envio envios devolução devoluções trocas pagamento avaliações
  spedizione spedizioni consegna reso resi pagamenti recensioni
  verzending levering bezorging retourneren betaling beoordelingen
  leverans frakt returer betalning recensioner dostawa zwroty płatność opinie доставка возврат оплата отзывы
`)

/** What stands beside them in titles. */
const FILLERS = tokens(`
  and or the our your of to for on in from free fast easy secure customer customers product products verified worldwide
  international policy policies information info details options method methods cost costs time times faq guarantee
  und oder der die das kostenlose kunden informationen et ou des de la les gratuite clients y e o i las los del gratis
  clientes en van и с
`)

/**
 * Marks what a shop tells with every product: sections, panels and tabs about delivery, returns and payment, and what
 * buyers say, by their titles.
 */
export function markStoreTerms(outline: Outline, clutter: Uint8Array): void {
  let left = 0
  for (let i = 0; i < clutter.length; i++) if (!clutter[i]) left += outline.ownText[i]!
  const mark = (from: number, to: number) => {
    let text = 0
    for (let i = from; i < to; i++) if (!clutter[i]) text += outline.ownText[i]!
    if (text > MAX_SHARE * left) return
    clutter.fill(1, from, to)
  }
  const idAt = indexById(outline)
  for (let i = 1; i < clutter.length; i++) {
    // The button that opens a panel is marked by itself, and still titles the panel.
    if (clutter[outline.parent[i]!] || outline.text[i]! > MAX_TITLE || !isLine(outline, i)) continue
    if (!isTermsTitle(ownLine(outline.elements[i]!))) continue
    const panel = panelOf(outline, i, idAt)
    if (panel !== undefined && !(panel <= i && outline.end[panel]! > i)) {
      mark(panel, outline.end[panel]!)
      mark(i, outline.end[i]!)
    } else {
      const [from, to] = sectionOf(outline, i)
      if (to > from) mark(from, to)
    }
  }
}

function isTermsTitle(line: string): boolean {
  const words = line.toLowerCase().match(/\p{L}+/gu) ?? []
  return (
    words.length > 0 &&
    words.length <= 6 &&
    words.some((word) => TERMS.has(word)) &&
    words.every((word) => TERMS.has(word) || FILLERS.has(word))
  )
}

function indexById({ elements }: Outline): Map<string, number> {
  const found = new Map<string, number>()
  elements.forEach(({ attrs }, i) => {
    if (attrs.id && !found.has(attrs.id)) found.set(attrs.id, i)
  })
  return found
}

/** The panel that a click on the label opens. */
function panelOf(outline: Outline, label: number, idAt: ReadonlyMap<string, number>): number | undefined {
  const names = [label, outline.parent[label]!]
  for (let i = label + 1; i < outline.end[label]!; i++) names.push(i)
  for (const i of names) {
    const { attrs } = outline.elements[i]!
    const id = attrs['aria-controls'] ?? attrs['data-bs-target'] ?? attrs['data-target'] ?? attrs.href
    const panel = id === undefined ? undefined : idAt.get(id.replace(/^#/, ''))
    if (panel !== undefined) return panel
  }
  return undefined
}

/**
 * The section that the line titles: what stands under it up to the next title that is built alike, or else all of the
 * box that it begins. An empty range when nothing stands under it.
 */
function sectionOf(outline: Outline, title: number): [from: number, to: number] {
  let top = title
  while (outline.text[outline.parent[top]!]! < outline.text[title]! + MIN_SECTION && outline.parent[top]! > 0)
    top = outline.parent[top]!
  const { tag, attrs } = outline.elements[top]!
  const parent = outline.parent[top]!
  let end = outline.end[top]!
  let text = 0
  for (; end < outline.end[parent]!; end = outline.end[end]!) {
    const next = outline.elements[end]!
    const isAlike = next.tag === tag && next.attrs.class === attrs.class
    if (text > 0 && (HEADINGS.has(next.tag) || isAlike)) break
    text += outline.text[end]!
  }
  return text >= MIN_SECTION ? [top, end] : [title, title]
}

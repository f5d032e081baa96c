import { oncePerPage } from '../page-index/once-per-page.ts'
import type { PageIndex } from '../page-index/page-index.ts'
import { type Headline, isNear } from './headline.ts'
import { labelKey, makeLabels, readLabels, SEVERAL } from './read-labels.ts'

/**
 * What shops print before a product's number, brand and codes, in some thirty languages, by field; compared without letter
 * case, spaces and punctuation. From the product pages and language packs of the widespread shop systems.
 */
const LABELS: Record<string, string> = {
  sku: 'sku',
  code: 'asin|item no|item number|item id|item #|item code|item|product code|product id|product no|product number|product ref|product reference|article no|article number|article code|art no|art nr|art.-nr|artikel-nr|artikelnr|artikelnummer|artikelkod|bestell-nr|bestellnummer|best.-nr|ref|réf|reference|référence|referencia|referência|ref producto|código|código del producto|código de producto|código do produto|cod producto|cod|codice|codice prodotto|codice articolo|cod prodotto|cod articolo|cod art|productcode|productnummer|bestelnummer|varenummer|varenr|vare nr|tuotenumero|tuotekoodi|kód|kód produktu|kód tovaru|kód zboží|katalogové číslo|objednací číslo|objednacie číslo|nr katalogowy|kod|kod produktu|kod towaru|numer katalogowy|indeks|код|код товара|код товару|код продукта|артикул|номер товара|cikkszám|termékkód|cod produs|ürün kodu|stok kodu|κωδικός|κωδικός προϊόντος|šifra|šifra artikla|šifra proizvoda|tootekood|prekės kodas|preces kods|artikuls|מק"ט|מק״ט|מקט|מספר קטלוגי|מספר פריט|رقم المنتج|رقم الموديل|رمز المنتج|رمز التخزين|رقم الصنف|catalog no|catalog number|catalogue number|style|style no|style number|style code|style #|stock no|stock number|stock code|商品番号|品番|商品コード|商品id|商品no|商品管理番号|管理番号|注文番号|注文コード|品目コード|货号|商品货号|商品编号|商品编码|产品编号|款号|貨號|商品貨號|商品編號|商品代碼|產品編號|款號|상품번호|상품코드|품번|제품번호|제품코드|mã sản phẩm|kode produk|รหัสสินค้า',
  mpn: 'mpn|part no|part number|manufacturer part number|manufacturer part no|mfr part number|mfr part #|model|model no|model number|model #|item model number|herstellernummer|hersteller-nr|herstellerteilenummer|modellnummer|modelo|modèle|modello|модель|modelnummer|numéro de modèle|número de modelo|numero modello|p/n|mfr|mfr #|mfr part|型番|メーカー型番|型号|型號|产品型号|商品型號|모델명|모델번호|품명 및 모델명',
  gtin: 'ean|ean-13|ean13|ean code|ean-code|ean kód|gtin|gtin-13|gtin-14|gtin13|upc|isbn|isbn-13|barcode|čárový kód|čiarový kód|kod ean|код ean|штрихкод|штрих-код|barkod|code-barres|code barres|código de barras|jan|janコード|jan code|jan/ean|条码|条形码|商品条码|國際條碼|條碼|바코드',
  brand:
    'brand|brand name|marke|marque|marca|merk|märke|varumärke|mærke|merke|merkki|tuotemerkki|marka|značka|výrobca|výrobce|producent|бренд|производитель|марка|виробник|gyártó|márka|producător|manufacturer|hersteller|fabricante|fabricant|fabbricante|produttore|fabrikant|tillverkare|valmistaja|kaubamärk|tootja|gamintojas|prekės ženklas|ražotājs|zīmols|μάρκα|κατασκευαστής|proizvođač|brend|מותג|יצרן|الماركة|العلامة التجارية|ブランド|ブランド名|メーカー|メーカー名|品牌|商品品牌|브랜드|브랜드명|제조사|thương hiệu|ยี่ห้อ|แบรนด์|merek|vendor',
}
/** A product's code: it has a digit. */
export const CODE = /^(?=.*\d)[\p{L}\d][\p{L}\d./_-]{2,24}$/u
const VALUES: Record<string, RegExp> = {
  // What is called by its own name may be short, or without a digit.
  sku: /^(?=.*[\d_-])[\p{L}\d][\p{L}\d./_-]{0,29}$/u,
  code: CODE,
  mpn: /^(?=.*\d)[\p{L}\d][\p{L}\d ./_-]{2,30}$/u,
  gtin: /^\d{8}(?:\d{4,6})?$/,
  // `Brand: by` is the start of a sentence.
  brand: /^(?!\p{Ll}{1,3}$)[^:;|]{2,40}$/u,
}
const PRODUCT_LABELS = makeLabels(LABELS, VALUES, ['sku', 'code', 'mpn', 'gtin'])

/** The number, brand and codes that the page prints of its product: `Art.-Nr. 4711`, `<th>EAN</th><td>…`. */
export const findLabelled = oncePerPage((index: PageIndex) => readLabels(index, PRODUCT_LABELS))

/** Where a label belongs to the headline, wherever the page's layout puts both, in elements. */
const AT_HEADLINE = { before: 8, after: 30 }

/** The code beside its label, as shoppers read it: in the page's own content, else right at its headline. */
export function printedCode(index: PageIndex, headline: Headline | undefined): string | undefined {
  const { sku, code } = findLabelled(index)
  if (sku !== undefined || code !== undefined || !headline) return sku ?? code
  const near = readLabels(index, PRODUCT_LABELS, ({ order }) => isNear(order, headline, AT_HEADLINE))
  return near.sku ?? near.code ?? codeAfterSign(index, headline)
}

/** A label that ends with the sign for a number, whatever the shop calls it: `Web #: 4711`, `ACME #4711`. */
const NUMBER_SIGN = /^(\p{L}[\p{L}. ]{0,20}?) ?[#№]:? ?(\S{0,25})$/u

function codeAfterSign({ texts }: PageIndex, headline: Headline): string | undefined {
  for (const [at, { value, order }] of texts.entries()) {
    if (!isNear(order, headline, AT_HEADLINE)) continue
    for (const part of value.split(SEVERAL)) {
      const [, label, rest] = NUMBER_SIGN.exec(part) ?? []
      if (label === undefined || PRODUCT_LABELS.fieldOf.has(labelKey(label))) continue
      const code = rest || (texts[at + 1]?.value ?? '')
      if (CODE.test(code)) return code
    }
  }
  return undefined
}

/** Whether a short text of the page holds the code. */
export function isPrinted({ texts }: PageIndex, code: string): boolean {
  return texts.some(({ value }) => value.includes(code))
}

export type Availability =
  | 'InStock'
  | 'OutOfStock'
  | 'PreOrder'
  | 'BackOrder'
  | 'LimitedAvailability'
  | 'Discontinued'
  | 'SoldOut'
  | 'InStoreOnly'
  | 'OnlineOnly'
  | 'MadeToOrder'
  | 'Reserved'

const ENUM: readonly Availability[] = [
  'InStock',
  'OutOfStock',
  'PreOrder',
  'BackOrder',
  'LimitedAvailability',
  'Discontinued',
  'SoldOut',
  'InStoreOnly',
  'OnlineOnly',
  'MadeToOrder',
  'Reserved',
]
/** Spellings of the enumeration in feeds and meta tags (Google Merchant, Facebook catalogue, old schema.org). */
const DECLARED: Record<string, Availability> = {
  ...Object.fromEntries(ENUM.map((value) => [value.toLowerCase(), value])),
  instock: 'InStock',
  available: 'InStock',
  availablefororder: 'InStock',
  oos: 'OutOfStock',
  unavailable: 'OutOfStock',
  notavailable: 'OutOfStock',
  presale: 'PreOrder',
  preorder: 'PreOrder',
  backordered: 'BackOrder',
  limitedstock: 'LimitedAvailability',
  lowstock: 'LimitedAvailability',
  true: 'InStock',
  false: 'OutOfStock',
  yes: 'InStock',
  no: 'OutOfStock',
  pending: 'PreOrder',
  soldout: 'SoldOut',
  available_for_order: 'InStock',
  onstock: 'InStock',
  instoreonly: 'InStoreOnly',
}

/**
 * What shops print, by meaning, in some thirty languages; the first row that matches wins, so negations stand before the
 * words that they negate. Sources: labels of the widespread shop systems (Magento, WooCommerce, Shopify, PrestaShop).
 */
const PRINTED: readonly [Availability, RegExp][] = [
  [
    'Discontinued',
    /discontinued|no longer (?:available|sold|in production)|nicht mehr (?:lieferbar|erhältlich|verfügbar)|снят с производства|wycofan|ukončen|descatalogado|abgekündigt|eingestellt|fin de vie|(?:販売|取扱|生産)い?(?:終了|中止)|廃番|停产|停產|已下架|단종|판매 ?종료/i,
  ],
  [
    'OutOfStock',
    /out[\s-]of[\s-]stock|not in stock|not (?:currently )?available|currently unavailable|can(?:not|'t) (?:currently )?be (?:bought|ordered|purchased)|nie je možné (?:produkt )?(?:kúpiť|objednať)|(?:nelze|není možné) (?:produkt )?(?:koupit|zakoupit|objednat)|nie można (?:kupić|zamówić)|ne peut (?:pas )?être commandé|temporarily unavailable|\bunavailable\b|no stock|stock: ?0\b|0 in stock|notify (?:me )?(?:when|if)|email (?:me )?when|benachrichtig\w* (?:mich|lassen)|prévenez-moi|m'alerter|avísame|avisarme|avvisami|powiadom (?:mnie )?o dostępności|hlídat dostupnost|strážiť dostupnosť|сообщить о поступлении|уведомить о|повідомити про|gelince haber ver|入荷(?:お知らせ|通知|連絡)|再入荷|到货通知|到貨通知|재입고|back in stock soon|nicht (?:auf lager|vorrätig|verfügbar|lieferbar)|derzeit nicht|zurzeit nicht|momentan nicht|ausverkauft|vergriffen|rupture|épuisé|indisponible|non disponible|pas disponible|plus disponible|agotad|sin stock|sin existencias|no disponible|esgotad|indispon[ií]vel|sem estoque|fora de estoque|produto indispon|avise-me|esaurit|non disponibil|terminato|uitverkocht|niet (?:op voorraad|leverbaar|beschikbaar)|slut(?:såld)? i lager|slutsåld|ej i lager|ikke (?:på lager|tilgængelig|tilgjengelig)|udsolgt|utsolgt|ei (?:varastossa|saatavilla)|loppu(?:nut|unmyyty)|niedostępn|brak w magazynie|produkt niedostępny|wyprzedan|nedostupn|vyprod[aá]n|není skladem|nie je (?:na sklade|skladom|dostupn)|vypredan|nincs (?:készleten|raktáron)|elfogyott|nem (?:kapható|elérhető|rendelhető)|nu (?:este )?(?:în|in) stoc|stoc epuizat|indisponibil|изчерпан|няма (?:в )?наличност|не е налич|нет в наличии|нет на складе|закончился|отсутствует|распродан|под заказ нет|немає в наявності|закінчився|stokta yok|tükendi|tükenmiş|stokta bulunmamakta|εξαντλ|μη διαθέσιμ|nema na (?:stanju|zalihi|skladištu)|rasprodan|razprodan|ni na zalogi|ei ole laos|pole (?:hetkel )?(?:laos|saadaval)|otsas|läbi müüdud|nav (?:pieejam|noliktavā)|izpārdots|neturime|išparduota|غير متوفر|نفد|نفذت|غير متاح|אזל|לא זמין|חסר במלאי|ناموجود|stok habis|habis terjual|tidak tersedia|hết hàng|tạm hết|สินค้าหมด|หมดสต็อก|在庫(?:切れ|なし)|品切れ|売り切れ|売切れ|完売|入荷待ち|欠品|缺货|缺貨|售罄|售完|补货中|補貨中|无货|无库存|無庫存|품절|매진|일시품절|재고 ?없음|स्टॉक में नहीं/i,
  ],
  ['SoldOut', /sold[\s-]?out|auction (?:has )?ended|this item (?:has )?sold\b/i],
  [
    'PreOrder',
    /pre[\s-]?order(?! by)|vorbestell|précommand|reserva(?:r)? ahora|preventa|pré-venda|preordin|pre-?ordina|voorbestel|förbeställ|forudbestil|forhåndsbestill|ennakkotil|przedsprzedaż|předobjedn|предзаказ|ön sipariş|予約(?:受付|販売|商品)|预售|預購|예약 ?(?:구매|판매)/i,
  ],
  [
    'BackOrder',
    /back[\s-]?order|on order\b|available (?:to|for) order|nachbestellt|sur commande|bajo pedido|sob encomenda|su ordinazione|op bestelling|beställningsvara|na zamówienie|na objednávku|под заказ|под поръчка|la comand[ăa]|rendelésre|sipariş üzerine|取り寄せ/i,
  ],
  [
    'LimitedAvailability',
    /limited (?:stock|availability|quantit)|low stock|only \d+ (?:left|remaining|in stock|available)|(?:just|last) \d+ left|almost gone|selling fast|nur noch \d+|wenige (?:stück|exemplare)|geringer bestand|plus que \d+|derni(?:ers|ères) (?:pièces|articles|exemplaires)|últim[oa]s? (?:unidad|peça)|quedan? \d+|restam? \d+|ultim[ie] (?:pezz|disponibil)|nog (?:maar )?\d+|ostatni|poslední|posledn[ýé]|utolsó|мало|остал(?:ось|ся) \d|残り(?:\d+|わずか)|残りあと|库存紧张|僅剩|仅剩/i,
  ],
  [
    'InStock',
    /in[\s-]stock|\bavailable\b(?! (?:in|at) (?:these|select|other|store))|ready to ship|ships? (?:today|within|in \d|now|from)|usually (?:ships|dispatched)|dispatched (?:within|from)|auf lager|lagernd|vorrätig|sofort (?:lieferbar|verfügbar|versand)|lieferbar|verfügbar|versandfertig|en stock|disponible|expédié|livraison sous|em estoque|em stock|disponível|pronta entrega|hay existencias|in magazzino|disponibil|pronta consegna|op voorraad|leverbaar|i lager|på lager|finns i|varastossa|saatavilla|heti toimitettav|dostępn|w magazynie|na stanie|wysyłka w|skladem|na sklad[ěe]|skladom|dostupn|k dispozici|ihned|készleten|raktáron|azonnal|elérhető|în stoc|in stoc|на склад|налич|в наявності|є в наявності|stokta|mevcut|hemen teslim|διαθέσιμ|σε απόθεμα|na stanju|na zalihi|na zalogi|na lageru|raspoloživ|laos\b|saadaval|pieejams|noliktavā|turime|sandėlyje|متوفر|متاح|موجود|במלאי|זמין|tersedia|stok ada|còn hàng|sẵn hàng|มีสินค้า|พร้อมส่ง|在庫あり|在庫有|在庫[:：]? ?[○◎〇]|即納|(?:即日|当日|翌日)(?:出荷|発送)|\d(?:営業)?日以内に?(?:出荷|発送)|现货|有货|現貨|有庫存|有库存|库存充足|재고 ?있음|구매 ?가능|स्टॉक में/i,
  ],
]

/** Labels of buy buttons in languages that write no spaces, which stand anywhere in a short label. */
const BUY_UNSPACED =
  /(?:カート|カゴ|かご|バスケット)(?:に|へ)(?!の)|購入(?:する|手続)|今すぐ(?:買|購入)|注文する|予約する|(?:加入|放入)(?:购物[车袋]|購物[車袋])|立[即刻](?:购买|購買|抢购|搶購)|直接(?:购买|購買)|장바구니 ?(?:담기|에)|^(?:ご?注文|購入|장바구니)$|바로 ?구매|구매하기|주문하기|카트에/u
/** Labels of buy buttons. */
const BUY =
  /^(?:.{0,12}\b)?(?:add to (?:cart|bag|basket|trolley|my bag)|buy (?:it )?now|add item|shop now|order now|purchase|place bid|bid now|in den (?:warenkorb|einkaufswagen)|jetzt kaufen|kaufen|ajouter au panier|acheter|añadir (?:a la|al) (?:cesta|carrito|bolsa)|agregar al carr|a[ñn]adir|comprar|adicionar ao carrinho|aggiungi al carrello|acquista|compra|in winkelwagen|in winkelmand|bestellen|toevoegen|lägg i (?:varukorg|kundvagn)|köp|læg i kurv|tilføj til kurv|køb|legg i handlekurv|kjøp|lisää (?:ostos)?koriin|osta|do koszyka|dodaj do koszyka|kup teraz|kupuję|do košíka|do košíku|přidat do|pridať do|vložit do|koupit|kúpiť|kosárba|megveszem|adaugă în coș|adauga in cos|cumpără|добавить в корзину|в корзину|купить|добави в количка|купи|до кошика|купити|sepete ekle|satın al|προσθήκη στο καλάθι|αγορά|dodaj u (?:košaricu|korpu)|u košaricu|kupi|naruči|v košarico|lisa (?:ostu)?korvi|ielikt grozā|pirkt|į krepšelį|pirkti|أضف (?:إلى|الى|للسلة)|اضف|اشتر|أضف|הוסף (?:לסל|לעגלה)|הוספה לסל|קנה|افزودن به سبد|beli|tambah|masukkan keranjang|thêm vào giỏ|mua ngay|เพิ่มลง|หยิบใส่|ซื้อ|đặt hàng|mua hàng|in den korb|zum warenkorb|कार्ट में)/iu

/** The availability that markup declares (`https://schema.org/InStock`, `in stock`, `instock`), else as a printed line. */
export function readAvailability(declared: string): Availability | undefined {
  const text = declared.trim().slice(0, 300)
  const key = text
    .slice(text.lastIndexOf('/') + 1)
    .toLowerCase()
    .replace(/[\s_-]+/g, '')
  return DECLARED[key] ?? printedAvailability(text)
}

/** The availability that a printed line states (`Nur noch 3 auf Lager`); undefined when it is about something else. */
export function printedAvailability(line: string): Availability | undefined {
  const text = line.slice(0, 300)
  return PRINTED.find(([, pattern]) => pattern.test(text))?.[0]
}

/** Whether a label is that of a buy button. */
export function isBuyLabel(label: string): boolean {
  return label.length <= 60 && (BUY.test(label.trim()) || (label.length <= 30 && BUY_UNSPACED.test(label)))
}

/** Whether a product with this availability can be ordered. */
export function isAvailable(availability: Availability): boolean {
  return availability !== 'OutOfStock' && availability !== 'SoldOut' && availability !== 'Discontinued'
}

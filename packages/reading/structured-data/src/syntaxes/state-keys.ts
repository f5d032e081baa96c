/**
 * Keys under which shops keep a product's facts in page state, by field, the surest first. From the data layers and state
 * stores of the widespread shop systems (Shopify, Magento, Salesforce Commerce, VTEX, Hybris, Google's data layer).
 */
const KEYS: Record<string, string> = {
  name: 'name productname product_name title producttitle item_name displayname product_title itemname prodname productdisplayname',
  sku: 'sku productsku product_sku skuid sku_id articlenumber article_number articleno artikelnummer itemnumber productcode product_code partnumber itemno displayreference reference',
  productID: 'productid product_id item_id itemid prodid ecomm_prodid modelid catalogentrycode code id',
  price:
    'saleprice sale_price specialprice special_price currentprice current_price finalprice final_price sellingprice selling_price offerprice actualprice discountedprice discountprice salesprice price unitprice unit_price productprice product_price priceamount price_amount product_price_amount ecomm_pvalue lowprice minprice baseprice regularprice listprice',
  currency:
    'pricecurrency currency currencycode currency_code currencyiso currencyisocode product_currency ecomm_currency currencysymbol',
  availability:
    'availability stockstatus stock_status instock in_stock isinstock is_in_stock available isavailable is_available availableforsale outofstock soldout issoldout product_availability stocklevelstatus inventorystatus stock',
  brand:
    'brand brandname brand_name manufacturer manufacturername vendor product_brand productbrand item_brand maker',
  gtin: 'gtin gtin13 gtin14 gtin12 gtin8 ean ean13 eancode ean_code barcode upc product_ean',
  mpn: 'mpn manufacturerpartnumber manufacturer_part_number modelnumber model_number mfrpartnumber partno vendorproductid manufacturersku',
  image: 'image imageurl image_url mainimage main_image featured_image thumbnail images',
  description: 'description shortdescription short_description longdescription product_description',
  url: 'url producturl product_url link canonicalurl pdpurl seourl slug handle urlkey',
  rating: 'ratingvalue averagerating average_rating rating avgrating reviewrating averageoverallrating',
  ratingCount:
    'reviewcount review_count ratingcount rating_count numberofreviews totalreviewcount reviewscount numreviews',
}

/** Lower-case key to its field and its rank among the field's keys. */
export const STATE_KEYS: ReadonlyMap<string, { field: string; rank: number }> = new Map(
  Object.entries(KEYS).flatMap(([field, keys]) =>
    keys.split(' ').map((key, rank) => [key, { field, rank }] as const),
  ),
)

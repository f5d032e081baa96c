import { describe, expect, test } from '@jest/globals'
import { isAvailable, isBuyLabel, printedAvailability, readAvailability } from './availability.ts'

describe('readAvailability', () => {
  test.each([
    ['https://schema.org/InStock', 'InStock'],
    ['http://schema.org/OutOfStock', 'OutOfStock'],
    ['in stock', 'InStock'],
    ['instock', 'InStock'],
    ['PreOrder', 'PreOrder'],
    ['Auf Lager, in 1-2 Tagen bei Ihnen', 'InStock'],
    ['Derzeit nicht verfügbar', 'OutOfStock'],
    ['Rupture de stock', 'OutOfStock'],
    ['Agotado', 'OutOfStock'],
    ['Nur noch 3 auf Lager', 'LimitedAvailability'],
    ['Нет в наличии', 'OutOfStock'],
    ['В наличии', 'InStock'],
    ['Skladem > 5 ks', 'InStock'],
    ['Není skladem', 'OutOfStock'],
    ['Toode pole hetkel saadaval', 'OutOfStock'],
    ['在庫あり', 'InStock'],
    ['在庫切れ', 'OutOfStock'],
    ['在庫：○', 'InStock'],
    ['翌日出荷', 'InStock'],
    ['残りわずか', 'LimitedAvailability'],
    ['販売終了しました', 'Discontinued'],
    ['库存充足', 'InStock'],
    ['暂时缺货，补货中', 'OutOfStock'],
    ['This product cannot be ordered', 'OutOfStock'],
    ['غير متوفر', 'OutOfStock'],
  ])('reads %j as %s', (text, availability) => {
    expect(readAvailability(text)).toBe(availability)
  })

  test('says nothing about a line that speaks of something else', () => {
    expect(printedAvailability('Free returns for 30 days')).toBeUndefined()
  })

  test('counts what can be ordered as available', () => {
    expect([isAvailable('InStock'), isAvailable('PreOrder'), isAvailable('SoldOut')]).toEqual([
      true,
      true,
      false,
    ])
  })
})

describe('isBuyLabel', () => {
  test.each([
    'Add to cart',
    'In den Warenkorb',
    'Ajouter au panier',
    'В корзину',
    'カートに入れる',
    '商品をバスケットに入れる',
    '加入购物袋',
    '선택 상품 장바구니 담기',
    'Dodaj do koszyka',
  ])('knows %s', (label) => {
    expect(isBuyLabel(label)).toBe(true)
  })

  test.each(['Sign in', 'Search', 'Read more', 'Newsletter abonnieren', '購入履歴', 'カートの中を見る'])(
    'is not misled by %s',
    (label) => {
      expect(isBuyLabel(label)).toBe(false)
    },
  )
})

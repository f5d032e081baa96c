/** "Price" as labels, names of elements and classes have it, in the languages of most shops; parts of regular expressions. */
export const PRICE_WORDS = 'price|preis|prix|precio|preco|prezzo|prijs|cena'
/** The same in languages whose words are short or rare, and words beside it. */
export const MORE_PRICE_WORDS = 'pricing|cijena|fiyat|hinta|harga|kaina|amount'

/** Words that hold sentences together and say nothing of a subject, in the languages that most addresses are written in. */
export const FUNCTION_WORDS: ReadonlySet<string> = new Set(
  [
    'a an the and or of to in on at by for from with without as is are was were be been do does did can could should would will',
    'i me my we us our you your he she it its they them their this that these those there here how what whats when where which who why',
    's t not no if then than so about into over any all some',
    'der die das den dem des ein eine einen einem einer und oder von zu zum zur im in mit ohne fur auf ist sind wie was wann wo wer ich man nicht',
    'le la les un une des du de et ou en dans pour par avec sans sur est sont que qui quoi comment ou je vous nous',
    'el los las una unos unas y o con sin para por como que cual donde cuando es son su mi del al',
    'il lo gli uno e di da con per tra fra come che chi dove quando sono',
    'os as um uma e ou do da dos das no na nos nas com sem para por como que onde quando sao',
    'het een en of van naar met zonder voor op hoe wat waar wie is zijn',
  ]
    .join(' ')
    .split(' '),
)

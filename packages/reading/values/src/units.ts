/** What a unit measures. */
export type Dimension =
  | 'length'
  | 'area'
  | 'volume'
  | 'mass'
  | 'power'
  | 'energy'
  | 'data'
  | 'speed'
  | 'time'
  | 'torque'
  | 'rate'
  | 'pixels'
  | 'frequency'

export interface Unit {
  dimension: Dimension
  /** Of the dimension's own unit: metre, square metre, litre, kilogram, watt, joule, byte, metre a second, second, newton metre, bit a second, hertz. */
  factor: number
}

const YEAR = 31_557_600

/** Each unit by its factor, its names and its code in UN/CEFACT's recommendation 20, which schema.org's `unitCode` takes. */
const UNITS: Readonly<
  Record<Dimension, readonly (readonly [factor: number, names: string, code?: string])[]>
> = {
  length: [
    [0.001, 'mm millimeter millimetre', 'MMT'],
    [0.01, 'cm centimeter centimetre', 'CMT'],
    [1, 'm meter metre', 'MTR'],
    [1_000, 'km kilometer kilometre kms', 'KMT'],
    [0.0254, 'in inch inches', 'INH'],
    [0.3048, 'ft foot feet', 'FOT'],
    [0.9144, 'yd yard', 'YRD'],
    [1_609.344, 'mi mile', 'SMI'],
  ],
  area: [
    [1, 'm2 m² sqm qm', 'MTK'],
    [0.09290304, 'ft2 ft² sqft', 'FTK'],
    [10_000, 'ha hectare', 'HAR'],
    [4_046.8564224, 'acre acres', 'ACR'],
  ],
  volume: [
    [0.001, 'ml milliliter millilitre', 'MLT'],
    [0.01, 'cl centiliter centilitre', 'CLT'],
    [1, 'l liter litre', 'LTR'],
    [0.001, 'cc ccm cm3 cm³', 'CMQ'],
    [1_000, 'm3 m³', 'MTQ'],
    [0.0295735296, 'floz', 'OZA'],
    [3.785411784, 'gal gallon', 'GLL'],
  ],
  mass: [
    [0.000001, 'mg milligram', 'MGM'],
    [0.001, 'g gram gramm', 'GRM'],
    [1, 'kg kilogram kilo', 'KGM'],
    [1_000, 't ton tonne', 'TNE'],
    [0.028349523125, 'oz ounce', 'ONZ'],
    [0.45359237, 'lb lbs pound', 'LBR'],
  ],
  power: [
    [1, 'w watt', 'WTT'],
    [1_000, 'kw kilowatt', 'KWT'],
    [745.699872, 'hp bhp horsepower', 'BHP'],
    [735.49875, 'ps', 'N12'],
  ],
  energy: [
    [1_000, 'kj kilojoule', 'KJO'],
    [4_184, 'kcal calorie cal', 'E14'],
    [3_600_000, 'kwh', 'KWH'],
  ],
  data: [
    [1, 'byte', 'AD'],
    [1_024, 'kb kilobyte', '2P'],
    [1_048_576, 'mb megabyte', '4L'],
    [1_073_741_824, 'gb gigabyte', 'E34'],
    [1_099_511_627_776, 'tb terabyte', 'E35'],
  ],
  speed: [
    [1 / 3.6, 'kmh kph km/h', 'KMH'],
    [0.44704, 'mph', 'HM'],
  ],
  time: [
    [1, 'second sec', 'SEC'],
    [60, 'minute min', 'MIN'],
    [3_600, 'hour hr h', 'HUR'],
    [86_400, 'day', 'DAY'],
    [604_800, 'week wk', 'WEE'],
    [YEAR / 12, 'month', 'MON'],
    [YEAR, 'year yr', 'ANN'],
  ],
  torque: [[1, 'nm', 'NU']],
  rate: [
    [1_000, 'kbps kbit/s', 'C74'],
    [1_000_000, 'mbps mbit/s', 'E20'],
  ],
  frequency: [
    [1, 'hz hertz', 'HTZ'],
    [1_000, 'khz kilohertz', 'KHZ'],
    [1_000_000, 'mhz megahertz', 'MHZ'],
    [1_000_000_000, 'ghz gigahertz', 'A86'],
  ],
  pixels: [[1, 'px pixel', 'E37']],
}

const BY_NAME = new Map<string, Unit>()
const BY_CODE = new Map<string, Unit & { name: string }>()
for (const [dimension, units] of Object.entries(UNITS) as [Dimension, (typeof UNITS)[Dimension]][]) {
  for (const [factor, names, code] of units) {
    const all = names.split(' ')
    for (const name of all) BY_NAME.set(name, { dimension, factor })
    if (code) BY_CODE.set(code, { dimension, factor, name: all[0]! })
  }
}

/** The unit of a name (`km`, `kilometers`), in singular or plural; undefined for any other word. */
export function unitNamed(word: string): Unit | undefined {
  const plain = word.toLowerCase().replace(/\.$/, '')
  return BY_NAME.get(plain) ?? (plain.length > 2 ? BY_NAME.get(plain.replace(/s$/, '')) : undefined)
}

/** The unit of a UN/CEFACT code (`KMT`) with the name that people write; undefined for any other. */
export const unitOfCode = (code: string): (Unit & { name: string }) | undefined => BY_CODE.get(code)

/** `1,969 cc`, `48MB`, `1.7 l`: one number and a unit, and nothing else. */
const MEASURE = /^~?\s?(-?\d[\d.,\s]{0,15})([\p{L}/]{1,12}[²³23]?)\.?$/u

/** A text's number as written, and its unit; undefined for any other text. */
export function parseMeasure(text: string): { number: string; unit: Unit } | undefined {
  const match = MEASURE.exec(text.trim().slice(0, 60))
  const unit = match ? unitNamed(match[2]!) : undefined
  return match && unit ? { number: match[1]!.trim(), unit } : undefined
}

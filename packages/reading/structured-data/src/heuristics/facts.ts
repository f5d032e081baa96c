import { countryOfSite, parseDate, parsePrice } from '@gleaner/values'
import type { PageIndex } from '../page-index/page-index.ts'
import type { JsonObject } from '../syntaxes/jsonld.ts'
import type { Headline } from './headline.ts'
import { makeLabels, readLabels } from './read-labels.ts'

const TEXT = /^.{2,120}$/u
const JOB = makeLabels(
  {
    jobLocation:
      'location|job location|standort|arbeitsort|einsatzort|ort|lieu|localisation|ubicación|localidad|localização|luogo|sede|locatie|plats|sted|lokalizacja|miejsce pracy|lokalita|місто|город|勤務地|工作地点',
    hiringOrganization:
      'company|employer|organization|unternehmen|arbeitgeber|firma|entreprise|empresa|azienda|bedrijf|företag|virksomhed|pracodawca|компания|работодатель|会社名|公司',
    baseSalary:
      'salary|pay|compensation|salary range|gehalt|vergütung|salaire|rémunération|salario|salário|stipendio|retribuzione|salaris|lön|løn|lønn|wynagrodzenie|plat|зарплата|給与|薪资',
    employmentType:
      'job type|employment type|contract type|type of employment|anstellungsart|beschäftigungsart|vertragsart|type de contrat|contrat|tipo de contrato|jornada|tipo di contratto|dienstverband|anställningsform|rodzaj umowy|тип занятости|雇用形態',
    validThrough:
      'closing date|application deadline|deadline|apply by|bewerbungsfrist|date limite|fecha límite|scadenza|sluitingsdatum|sista ansökningsdag',
  },
  { jobLocation: TEXT, hiringOrganization: TEXT, baseSalary: /\d/, employmentType: TEXT, validThrough: /\d/ },
  [],
)
const EVENT = makeLabels(
  {
    startDate:
      'date|dates|when|event date|starts|start date|start|datum|wann|termin|beginn|date et heure|quand|fecha|cuándo|data|quando|wanneer|när|hvornår|kiedy|termín|дата|когда|日時|開催日|日期|時間',
    location:
      'venue|location|where|place|ort|wo|veranstaltungsort|lieu|où|lugar|dónde|local|onde|luogo|dove|locatie|waar|plats|var|sted|hvor|miejsce|gdzie|místo|kde|место|где|会場|場所|地点',
    organizer:
      'organizer|organiser|host|hosted by|veranstalter|organisateur|organizador|organizzatore|organisator|arrangör|arrangør|organizator|pořadatel|организатор|主催',
  },
  { startDate: /\d/, location: TEXT, organizer: TEXT },
  [],
)
const JOB_PATH =
  /\/(?:jobs?|careers?|vacanc(?:y|ies)|stellen(?:angebote?)?|emplois?|offres?-emploi|empleos?|vagas?|lavoro|vacatures?|praca|prace|positions?|openings?)[/-]/i
const EVENT_PATH =
  /\/(?:events?|veranstaltung(?:en)?|termine?|[ée]v[ée]nements?|agenda|eventos?|eventi|evenementen|konzerte?|concerts?|gigs?|tickets?|wydarzenia|akce)[/-]/i

/** A job offer as the page prints it: at least two labelled values, on a page whose path names jobs. */
export function readVisibleJob(
  index: PageIndex,
  headline: Headline | undefined,
  url: string,
): JsonObject | undefined {
  if (!headline || !JOB_PATH.test(url)) return undefined
  const { jobLocation, hiringOrganization, baseSalary, employmentType, validThrough } = readLabels(index, JOB)
  const found = [jobLocation, hiringOrganization, baseSalary, employmentType].filter(Boolean).length
  if (found < 2) return undefined
  const date = validThrough && parseDate(validThrough, index.dates)
  return {
    '@type': 'JobPosting',
    title: headline.text,
    ...(hiringOrganization
      ? { hiringOrganization: { '@type': 'Organization', name: hiringOrganization } }
      : {}),
    ...(jobLocation ? { jobLocation: { '@type': 'Place', address: jobLocation } } : {}),
    ...(employmentType ? { employmentType } : {}),
    ...(baseSalary ? { baseSalary: readSalary(baseSalary, index, url) } : {}),
    ...(date ? { validThrough: date } : {}),
  }
}

function readSalary(text: string, { language }: PageIndex, url: string): JsonObject {
  const country = countryOfSite(URL.parse(url)?.hostname ?? '', language)
  const price = parsePrice(text, country ? { country } : {})
  return {
    '@type': 'MonetaryAmount',
    value: text,
    ...(price ? { minValue: price.amount } : {}),
    ...(price?.currency ? { currency: price.currency } : {}),
  }
}

/** An event as the page prints it: a labelled date, on a page whose path names events. */
export function readVisibleEvent(
  index: PageIndex,
  headline: Headline | undefined,
  url: string,
): JsonObject | undefined {
  if (!headline || !EVENT_PATH.test(url)) return undefined
  const { startDate, location, organizer } = readLabels(index, EVENT)
  const date = startDate && parseDate(startDate, index.dates)
  if (!date) return undefined
  return {
    '@type': 'Event',
    name: headline.text,
    startDate: date,
    ...(location ? { location: { '@type': 'Place', name: location } } : {}),
    ...(organizer ? { organizer: { '@type': 'Organization', name: organizer } } : {}),
  }
}

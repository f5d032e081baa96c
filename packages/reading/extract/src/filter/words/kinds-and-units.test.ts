import { expect, test } from '@jest/globals'
import { applySchema } from '../apply-schema.ts'

const VEHICLE = {
  '@type': 'Car',
  name: 'Roadster',
  vehicleEngine: {
    engineDisplacement: { '@type': 'QuantitativeValue', value: 1969, unitCode: 'CMQ' },
    enginePower: { '@type': 'QuantitativeValue', value: '145', unitCode: 'KWT' },
  },
  mileageFromOdometer: '41,250 km',
  additionalProperty: [
    { '@type': 'PropertyValue', name: 'Tyre width', value: 205, unitCode: 'MMT' },
    { '@type': 'PropertyValue', name: 'Boot', value: '0.4 m3' },
  ],
}
const SHOP = {
  '@type': 'Store',
  name: 'Anvils & Sons',
  url: 'https://anvils.example/',
  email: 'info@anvils.example',
  contactPoint: [
    { '@type': 'ContactPoint', contactType: 'Customer Support', email: 'help@anvils.example' },
    { '@type': 'ContactPoint', contactType: 'sales', email: 'buy@anvils.example', telephone: '+1 2' },
  ],
  sameAs: ['https://www.linkedin.com/company/anvils', 'https://social.example/@anvils'],
  amenityFeature: [
    { '@type': 'LocationFeatureSpecification', name: 'Free Wi-Fi', value: true },
    { '@type': 'LocationFeatureSpecification', name: 'Parking', value: false },
  ],
  member: [{ name: 'Ann' }, { name: 'Bob' }],
}
const VIDEO = {
  '@type': 'VideoObject',
  name: 'Forging',
  contentUrl: 'https://cdn.example/v/forging.mp4',
  isAccessibleForFree: false,
  keywords: ['park', 'heating'],
  suitableForDiet: 'https://schema.org/GlutenFreeDiet',
  monthsOfExperience: 30,
  interactionStatistic: [
    { interactionType: { '@type': 'LikeAction' }, userInteractionCount: 12 },
    { interactionType: 'https://schema.org/CommentAction', userInteractionCount: 3 },
  ],
}

test.each([
  // The unit that is asked for, of a value that says its own.
  [VEHICLE, 'engine_cc', 'number', 1969],
  [VEHICLE, 'engine_liters', 'number', 1.97],
  [VEHICLE, 'power_kw', 'number', 145],
  [VEHICLE, 'mileage_km', 'integer', 41_250],
  [VEHICLE, 'mileageMiles', 'number', 25_631.56],
  [VEHICLE, 'tyre_width_cm', 'number', 20.5],
  [VEHICLE, 'boot_liters', 'number', 400],
  [VEHICLE, 'engine_kg', 'number', undefined],
  [VIDEO, 'years_of_experience', 'number', 2.5],
  // One of several things, by what tells it from the others.
  [SHOP, 'support_email', 'string', 'help@anvils.example'],
  [SHOP, 'sales_email', 'string', 'buy@anvils.example'],
  [SHOP, 'sales_phone', 'string', '+1 2'],
  [SHOP, 'email', 'string', 'info@anvils.example'],
  [VIDEO, 'like_count', 'integer', 12],
  [VIDEO, 'comment_count', 'integer', 3],
  [VIDEO, 'share_count', 'integer', undefined],
  // An address by its host or its kind of file.
  [SHOP, 'linkedin_url', 'string', 'https://www.linkedin.com/company/anvils'],
  [SHOP, 'LinkedIn', 'string', 'https://www.linkedin.com/company/anvils'],
  [SHOP, 'instagram', 'string', undefined],
  [{ '@type': 'VideoObject', contentUrl: 'https://cdn.example/137.mp4' }, 'downloads', 'number', undefined],
  [VIDEO, 'mp4_url', 'string', 'https://cdn.example/v/forging.mp4'],
  // Yes or no, by what is declared; a feature that is not there is no.
  [SHOP, 'has_free_wifi', 'boolean', true],
  [SHOP, 'has_parking', 'boolean', false],
  [SHOP, 'has_pool', 'boolean', undefined],
  [VIDEO, 'is_gluten_free', 'boolean', true],
  [VIDEO, 'is_paywalled', 'boolean', true],
  [VIDEO, 'isFree', 'boolean', false],
  [VIDEO, 'has_heating', 'boolean', undefined],
  // Each of a list, and none of what is not there.
  [SHOP, 'member_names', 'array', ['Ann', 'Bob']],
  [SHOP, 'amenities', 'array', ['Free Wi-Fi']],
])('of %j, %s as %s', (entity, name, type, value) => {
  const schema = { type: 'object', properties: { [name]: { type, items: { type: 'string' } } } }
  const { filtered } = applySchema(schema, [entity], undefined, [entity])
  expect(filtered).toEqual(value === undefined ? {} : { [name]: value })
})

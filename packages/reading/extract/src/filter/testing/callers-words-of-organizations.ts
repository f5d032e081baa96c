import type { AskedEntity } from './asked-entity.ts'

export const WORDS_OF_ORGANIZATIONS: readonly AskedEntity[] = [
  {
    entity: {
      '@type': 'Organization',
      name: 'Acme',
      legalName: 'Acme Tools GmbH',
      url: 'https://acme.example',
      logo: { '@type': 'ImageObject', url: 'https://acme.example/l.png' },
      email: 'hi@acme.example',
      telephone: '+43 1 23',
      faxNumber: '+43 1 24',
      foundingDate: '1990',
      founder: { '@type': 'Person', name: 'Ann Smith' },
      numberOfEmployees: { '@type': 'QuantitativeValue', value: 120 },
      vatID: 'ATU123',
      taxID: 'T-9',
      address: {
        '@type': 'PostalAddress',
        streetAddress: 'Forge 1',
        addressLocality: 'Graz',
        postalCode: '8010',
        addressCountry: 'AT',
      },
      sameAs: ['https://x.com/acme', 'https://linkedin.com/company/acme'],
      description: 'Tools.',
      slogan: 'We forge',
      parentOrganization: { '@type': 'Organization', name: 'Holding' },
      contactPoint: {
        '@type': 'ContactPoint',
        contactType: 'sales',
        telephone: '+43 9',
        email: 'sales@acme.example',
      },
    },
    rows: `
      company_name "Acme"
      organization "Acme"
      legal_name "Acme Tools GmbH"
      website "https://acme.example"
      homepage "https://acme.example"
      logo_url "https://acme.example/l.png"
      contact_email "hi@acme.example"
      email_address "hi@acme.example"
      phone "+43 1 23"
      phone_number "+43 1 23"
      fax "+43 1 24"
      founded "1990"
      founded_year "1990"
      year_founded "1990"
      founders "Ann Smith"
      employees 120
      employee_count 120
      company_size 120
      vat_number "ATU123"
      vat "ATU123"
      tax_id "T-9"
      headquarters_city "Graz"
      hq_address "Forge 1, 8010, Graz, AT"
      zip "8010"
      social_profiles ["https://x.com/acme","https://linkedin.com/company/acme"]
      social_links ["https://x.com/acme","https://linkedin.com/company/acme"]
      about "Tools."
      tagline "We forge"
      parent_company "Holding"
    `,
  },
  {
    entity: {
      '@type': 'Restaurant',
      name: 'Forge Inn',
      telephone: '+43 5',
      priceRange: '€€',
      servesCuisine: 'Austrian',
      openingHours: 'Mo-Fr 09:00-17:00',
      address: {
        '@type': 'PostalAddress',
        streetAddress: 'Forge 1',
        addressLocality: 'Graz',
        addressRegion: 'Styria',
        postalCode: '8010',
        addressCountry: 'AT',
      },
      geo: { '@type': 'GeoCoordinates', latitude: 47.07, longitude: 15.43 },
      aggregateRating: { '@type': 'AggregateRating', ratingValue: 4.6, reviewCount: 88 },
      menu: 'https://f.example/menu',
      acceptsReservations: true,
      hasMap: 'https://maps.example/1',
      paymentAccepted: 'Cash',
    },
    rows: `
      restaurant_name "Forge Inn"
      business_name "Forge Inn"
      phone "+43 5"
      price_range "€€"
      price_level "€€"
      cuisine "Austrian"
      cuisine_type "Austrian"
      hours "Mo-Fr 09:00-17:00"
      opening_hours "Mo-Fr 09:00-17:00"
      business_hours "Mo-Fr 09:00-17:00"
      address "Forge 1, 8010, Graz, Styria, AT"
      full_address "Forge 1, 8010, Graz, Styria, AT"
      street "Forge 1"
      town "Graz"
      latitude 47.07
      lng 15.43
      rating 4.6
      reviews_count 88
      menu_url "https://f.example/menu"
      takes_reservations true
      map_link "https://maps.example/1"
      payment_methods "Cash"
    `,
  },
]

import type { AskedEntity } from './asked-entity.ts'

export const WORDS_OF_OFFERS: readonly AskedEntity[] = [
  {
    entity: {
      '@type': 'JobPosting',
      title: 'Backend engineer',
      description: 'Build things.',
      datePosted: '2026-03-01',
      validThrough: '2026-04-30',
      employmentType: 'FULL_TIME',
      hiringOrganization: {
        '@type': 'Organization',
        name: 'Acme GmbH',
        sameAs: 'https://acme.example',
        logo: 'https://acme.example/l.png',
      },
      jobLocation: {
        '@type': 'Place',
        address: {
          '@type': 'PostalAddress',
          streetAddress: 'Forge 1',
          addressLocality: 'Graz',
          addressRegion: 'Styria',
          postalCode: '8010',
          addressCountry: 'AT',
        },
      },
      baseSalary: {
        '@type': 'MonetaryAmount',
        currency: 'EUR',
        value: { '@type': 'QuantitativeValue', minValue: 50000, maxValue: 70000, unitText: 'YEAR' },
      },
      identifier: { '@type': 'PropertyValue', name: 'Acme', value: 'J-77' },
      qualifications: 'Degree',
      responsibilities: 'Own services',
      skills: 'TypeScript',
      jobBenefits: 'Bike',
      experienceRequirements: '3 years',
      educationRequirements: 'BSc',
      industry: 'Software',
      workHours: '40 h',
      jobLocationType: 'TELECOMMUTE',
      directApply: true,
      totalJobOpenings: 2,
      occupationalCategory: '15-1132',
      applicantLocationRequirements: { '@type': 'Country', name: 'Austria' },
    },
    rows: `
      job_title "Backend engineer"
      position "Backend engineer"
      employer "Acme GmbH"
      company "Acme GmbH"
      company_name "Acme GmbH"
      employer_name "Acme GmbH"
      company_website "https://acme.example"
      company_logo "https://acme.example/l.png"
      posted_date "2026-03-01"
      date_posted "2026-03-01"
      published_at "2026-03-01"
      closing_date "2026-04-30"
      application_deadline "2026-04-30"
      expires_at "2026-04-30"
      valid_until "2026-04-30"
      job_type "FULL_TIME"
      contract_type "FULL_TIME"
      employment_type "FULL_TIME"
      city "Graz"
      job_city "Graz"
      state "Styria"
      zip_code "8010"
      country "AT"
      street_address "Forge 1"
      salary_min 50000
      min_salary 50000
      max_salary 70000
      salary_currency "EUR"
      pay_period "YEAR"
      job_id "J-77"
      reference_number "J-77"
      requirements "Degree"
      qualifications "Degree"
      responsibilities "Own services"
      duties "Own services"
      required_skills "TypeScript"
      benefits "Bike"
      perks "Bike"
      experience "3 years"
      required_experience "3 years"
      education "BSc"
      industry "Software"
      working_hours "40 h"
      openings 2
      number_of_openings 2
      job_description "Build things."
    `,
  },
  {
    entity: {
      '@type': 'MusicEvent',
      name: 'Iron Night',
      description: 'Loud.',
      startDate: '2026-06-01T20:00',
      endDate: '2026-06-01T23:00',
      doorTime: '2026-06-01T19:00',
      eventStatus: 'EventScheduled',
      eventAttendanceMode: 'OfflineEventAttendanceMode',
      location: {
        '@type': 'Place',
        name: 'The Forge',
        telephone: '+43 1',
        address: {
          '@type': 'PostalAddress',
          streetAddress: 'Forge 1',
          addressLocality: 'Graz',
          postalCode: '8010',
          addressCountry: 'AT',
        },
        geo: { '@type': 'GeoCoordinates', latitude: 47.07, longitude: 15.43 },
      },
      offers: {
        '@type': 'Offer',
        price: 25,
        priceCurrency: 'EUR',
        availability: 'InStock',
        url: 'https://tix.example/1',
        validFrom: '2026-01-01',
      },
      performer: { '@type': 'MusicGroup', name: 'The Anvils' },
      organizer: {
        '@type': 'Organization',
        name: 'Loud Ltd',
        url: 'https://loud.example',
        email: 'a@loud.example',
      },
      image: 'https://x.example/i.jpg',
      maximumAttendeeCapacity: 500,
      isAccessibleForFree: false,
    },
    rows: `
      event_name "Iron Night"
      title "Iron Night"
      starts_at "2026-06-01T20:00"
      start_time "2026-06-01T20:00"
      begins "2026-06-01T20:00"
      event_date "2026-06-01T20:00"
      ends_at "2026-06-01T23:00"
      end_time "2026-06-01T23:00"
      doors "2026-06-01T19:00"
      doors_open "2026-06-01T19:00"
      status "EventScheduled"
      venue "The Forge"
      venue_name "The Forge"
      venue_city "Graz"
      venue_address "Forge 1, 8010, Graz, AT"
      city "Graz"
      location_name "The Forge"
      lat 47.07
      longitude 15.43
      ticket_price 25
      price 25
      ticket_url "https://tix.example/1"
      ticket_link "https://tix.example/1"
      currency "EUR"
      artist "The Anvils"
      performers "The Anvils"
      lineup "The Anvils"
      organizer "Loud Ltd"
      organiser_name "Loud Ltd"
      host "Loud Ltd"
      organizer_email "a@loud.example"
      organizer_website "https://loud.example"
      capacity 500
      max_attendees 500
      event_image "https://x.example/i.jpg"
      is_free false
      attendance_mode "OfflineEventAttendanceMode"
      postcode "8010"
    `,
  },
  {
    entity: {
      '@type': 'Product',
      name: 'Anvil',
      description: 'Heavy.',
      sku: 'A-1',
      mpn: 'M-9',
      gtin13: '4006381333931',
      brand: { '@type': 'Brand', name: 'Smith' },
      manufacturer: { '@type': 'Organization', name: 'Smith Works' },
      color: 'black',
      material: 'Iron',
      weight: { '@type': 'QuantitativeValue', value: 30, unitCode: 'KGM' },
      width: { '@type': 'QuantitativeValue', value: 20, unitCode: 'CMT' },
      category: 'Tools > Anvils',
      image: ['https://s.example/a.jpg', 'https://s.example/b.jpg'],
      url: 'https://s.example/p',
      offers: {
        '@type': 'Offer',
        price: 199,
        priceCurrency: 'EUR',
        availability: 'InStock',
        itemCondition: 'NewCondition',
        priceValidUntil: '2026-12-31',
        seller: { '@type': 'Organization', name: 'Shop AG' },
        shippingDetails: {
          '@type': 'OfferShippingDetails',
          shippingRate: { '@type': 'MonetaryAmount', value: 5, currency: 'EUR' },
        },
        hasMerchantReturnPolicy: { '@type': 'MerchantReturnPolicy', merchantReturnDays: 30 },
      },
      aggregateRating: {
        '@type': 'AggregateRating',
        ratingValue: 4.4,
        reviewCount: 12,
        ratingCount: 20,
        bestRating: 5,
      },
      releaseDate: '2020-02-02',
      model: 'AX',
      size: 'L',
      review: [{ '@type': 'Review', author: { '@type': 'Person', name: 'Bo' }, reviewBody: 'Good' }],
    },
    rows: `
      product_name "Anvil"
      name "Anvil"
      current_price 199
      price_amount 199
      sale_price 199
      cost 199
      price_currency "EUR"
      in_stock true
      stock_status "InStock"
      brand_name "Smith"
      manufacturer "Smith Works"
      part_number "M-9"
      manufacturer_part_number "M-9"
      ean "4006381333931"
      barcode "4006381333931"
      upc "4006381333931"
      colour "black"
      material "Iron"
      weight "30 kg"
      weight_kg 30
      width "20 cm"
      product_category "Tools > Anvils"
      main_image "https://s.example/a.jpg"
      image_urls ["https://s.example/a.jpg","https://s.example/b.jpg"]
      product_url "https://s.example/p"
      condition "NewCondition"
      price_valid_until "2026-12-31"
      sold_by "Shop AG"
      seller_name "Shop AG"
      merchant "Shop AG"
      shipping_cost 5
      return_days 30
      rating 4.4
      average_rating 4.4
      star_rating 4.4
      review_count 12
      rating_count 20
      number_of_reviews 12
      total_reviews 12
      max_rating 5
      release_date "2020-02-02"
      model "AX"
      size "L"
    `,
  },
  {
    entity: {
      '@type': 'Course',
      name: 'Forging',
      description: 'Learn.',
      provider: { '@type': 'Organization', name: 'School' },
      educationalLevel: 'Beginner',
      courseCode: 'F-1',
      hasCourseInstance: {
        '@type': 'CourseInstance',
        courseMode: 'online',
        startDate: '2026-09-01',
        instructor: { '@type': 'Person', name: 'Ann' },
        courseWorkload: 'PT20H',
      },
      offers: { '@type': 'Offer', price: 99, priceCurrency: 'EUR' },
      coursePrerequisites: 'None',
      timeRequired: 'PT20H',
      educationalCredentialAwarded: 'Certificate',
      teaches: 'Hammering',
    },
    rows: `
      course_title "Forging"
      provider "School"
      school "School"
      level "Beginner"
      difficulty "Beginner"
      code "F-1"
      mode "online"
      delivery_mode "online"
      start_date "2026-09-01"
      instructor "Ann"
      teacher "Ann"
      instructor_name "Ann"
      price 99
      tuition 99
      prerequisites "None"
      workload "PT20H"
      certificate "Certificate"
      credential "Certificate"
      learning_outcomes "Hammering"
    `,
  },
  {
    entity: {
      '@type': 'SingleFamilyResidence',
      name: 'House at the Forge',
      numberOfRooms: 5,
      numberOfBedrooms: 3,
      numberOfBathroomsTotal: 2,
      floorSize: { '@type': 'QuantitativeValue', value: 140, unitCode: 'MTK' },
      yearBuilt: 1970,
      address: { '@type': 'PostalAddress', streetAddress: 'Forge 1', addressLocality: 'Graz' },
      petsAllowed: true,
      amenityFeature: [
        { '@type': 'LocationFeatureSpecification', name: 'Garden' },
        { '@type': 'LocationFeatureSpecification', name: 'Garage' },
      ],
    },
    rows: `
      bedrooms 3
      beds 3
      bathrooms 2
      baths 2
      rooms 5
      living_area 140
      area 140
      square_meters 140
      year_built 1970
      construction_year 1970
      pets true
      pet_friendly true
      amenities ["Garden","Garage"]
      features ["Garden","Garage"]
    `,
  },
]

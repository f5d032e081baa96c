import type { AskedEntity } from './asked-entity.ts'

export const WORDS_OF_WORKS: readonly AskedEntity[] = [
  {
    entity: {
      '@type': 'Recipe',
      name: 'Soup',
      recipeIngredient: ['1 leek', '2 carrots'],
      recipeInstructions: [
        { '@type': 'HowToStep', text: 'Cut.' },
        { '@type': 'HowToStep', text: 'Boil.' },
      ],
      recipeYield: '4 servings',
      prepTime: 'PT10M',
      cookTime: 'PT20M',
      totalTime: 'PT30M',
      recipeCuisine: 'French',
      recipeCategory: 'Starter',
      cookingMethod: 'Boiling',
      nutrition: {
        '@type': 'NutritionInformation',
        calories: '200 kcal',
        fatContent: '5 g',
        saturatedFatContent: '1 g',
        proteinContent: '3 g',
        carbohydrateContent: '20 g',
        sugarContent: '2 g',
        fiberContent: '4 g',
        sodiumContent: '600 mg',
      },
      keywords: 'soup, leek',
      suitableForDiet: 'VegetarianDiet',
      author: { '@type': 'Person', name: 'Ann' },
      datePublished: '2025-01-01',
      video: { '@type': 'VideoObject', contentUrl: 'https://v.example/1.mp4' },
    },
    rows: `
      recipe_name "Soup"
      ingredient_list ["1 leek","2 carrots"]
      steps ["Cut.","Boil."]
      directions ["Cut.","Boil."]
      cooking_instructions ["Cut.","Boil."]
      serves "4 servings"
      portions "4 servings"
      yield "4 servings"
      number_of_servings 4
      prep_time_minutes 10
      preparation_time 10
      cooking_time 20
      cuisine "French"
      course "Starter"
      meal_type "Starter"
      calories "200 kcal"
      calories_per_serving 200
      fat "5 g"
      fat_grams 5
      protein "3 g"
      carbs "20 g"
      carbohydrates "20 g"
      sugar "2 g"
      fibre "4 g"
      sodium "600 mg"
      tags ["soup","leek"]
      diet "VegetarianDiet"
      chef "Ann"
      cook "Ann"
      video_url "https://v.example/1.mp4"
    `,
  },
  {
    entity: {
      '@type': 'NewsArticle',
      headline: 'Iron prices rise',
      alternativeHeadline: 'And steel',
      description: 'Dek.',
      author: [
        { '@type': 'Person', name: 'Ann Lee', url: 'https://n.example/ann' },
        { '@type': 'Person', name: 'Bo Ek' },
      ],
      datePublished: '2026-02-01T08:00Z',
      dateModified: '2026-02-02T08:00Z',
      publisher: {
        '@type': 'Organization',
        name: 'The News',
        logo: { '@type': 'ImageObject', url: 'https://n.example/l.png' },
      },
      articleSection: 'Business',
      articleBody: 'Long text.',
      wordCount: 900,
      keywords: ['iron', 'steel'],
      image: 'https://n.example/i.jpg',
      inLanguage: 'en',
      isAccessibleForFree: false,
      commentCount: 7,
      copyrightHolder: { '@type': 'Organization', name: 'News Inc' },
      timeRequired: 'PT4M',
    },
    rows: `
      title "Iron prices rise"
      headline "Iron prices rise"
      subtitle "And steel"
      subheadline "And steel"
      summary "Dek."
      author "Ann Lee, Bo Ek"
      authors ["Ann Lee","Bo Ek"]
      byline "Ann Lee, Bo Ek"
      written_by "Ann Lee, Bo Ek"
      author_url "https://n.example/ann"
      publish_date "2026-02-01T08:00Z"
      publication_date "2026-02-01T08:00Z"
      published_time "2026-02-01T08:00Z"
      last_updated "2026-02-02T08:00Z"
      modified_time "2026-02-02T08:00Z"
      publisher "The News"
      publisher_name "The News"
      source "The News"
      publisher_logo "https://n.example/l.png"
      section "Business"
      category "Business"
      body "Long text."
      full_text "Long text."
      article_text "Long text."
      word_count 900
      tags ["iron","steel"]
      lead_image "https://n.example/i.jpg"
      featured_image "https://n.example/i.jpg"
      language "en"
      comments_count 7
      number_of_comments 7
      reading_time 4
      copyright "News Inc"
    `,
  },
  {
    entity: {
      '@type': 'VideoObject',
      name: 'Forge',
      description: 'How.',
      thumbnailUrl: 'https://v.example/t.jpg',
      uploadDate: '2026-01-01',
      duration: 'PT1M30S',
      contentUrl: 'https://v.example/v.mp4',
      embedUrl: 'https://v.example/e',
      interactionStatistic: {
        '@type': 'InteractionCounter',
        interactionType: 'WatchAction',
        userInteractionCount: 1200,
      },
      author: { '@type': 'Person', name: 'Ann' },
      transcript: 'Hello',
    },
    rows: `
      video_title "Forge"
      thumbnail "https://v.example/t.jpg"
      thumbnail_image "https://v.example/t.jpg"
      uploaded_at "2026-01-01"
      upload_date "2026-01-01"
      published "2026-01-01"
      duration "PT1M30S"
      duration_seconds 90
      length_seconds 90
      video_url "https://v.example/v.mp4"
      embed_url "https://v.example/e"
      embed_link "https://v.example/e"
      views 1200
      view_count 1200
      channel "Ann"
      uploader "Ann"
      transcript "Hello"
    `,
  },
  {
    entity: {
      '@type': 'Book',
      name: 'Iron',
      author: { '@type': 'Person', name: 'Ann' },
      isbn: '9780131103627',
      numberOfPages: 272,
      bookFormat: 'Hardcover',
      publisher: { '@type': 'Organization', name: 'Press' },
      datePublished: '1988',
      inLanguage: 'en',
      bookEdition: '2nd',
      genre: 'Craft',
      illustrator: { '@type': 'Person', name: 'Cy' },
    },
    rows: `
      book_title "Iron"
      writer "Ann"
      isbn13 "9780131103627"
      isbn "9780131103627"
      page_count 272
      pages 272
      format "Hardcover"
      binding "Hardcover"
      publisher "Press"
      publication_year "1988"
      language "en"
      edition "2nd"
      genre "Craft"
    `,
  },
  {
    entity: {
      '@type': 'FAQPage',
      mainEntity: [
        { '@type': 'Question', name: 'Why?', acceptedAnswer: { '@type': 'Answer', text: 'Because.' } },
        { '@type': 'Question', name: 'How?', acceptedAnswer: { '@type': 'Answer', text: 'So.' } },
      ],
    },
    rows: `
      questions ["Why?","How?"]
      faqs [{"question":"Why?","answer":"Because."},{"question":"How?","answer":"So."}]
      faq_items [{"question":"Why?","answer":"Because."},{"question":"How?","answer":"So."}]
      qa_pairs [{"q":"Why?","a":"Because."},{"q":"How?","a":"So."}]
    `,
  },
]

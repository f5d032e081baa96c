import { servePage } from './serve-page.ts'
import type { Site } from './site.ts'

const BOATS = ['Marigold', 'Heron', 'Selkie'].map((name, place) => ({
  name,
  text: `${name} carries herring from the north quay to the ice house on each tide of day ${place + 1}.`,
}))
const INTRO = 'The harbour office writes down every boat that ties up, and when it leaves again.'
const READING = { has: [INTRO, ...BOATS.map(({ text }) => text)], lacks: ['Loading'] }

/** Pages of a server whose list a library brings: a person sees the heading at once, and the list a moment later. */
export const LIBRARIES: Site[] = [
  library('htmx', 'htmx.org@2.0.8', 'htmx.org/dist/htmx.min.js', {
    body: '<div hx-get="/boats.html" hx-trigger="load delay:600ms">Loading...</div>',
  }),
  library('alpine-list', 'alpinejs@3.15.2', 'alpinejs/dist/cdn.min.js', {
    body: `<div x-data="{ boats: [] }" x-init="boats = await (await fetch('/boats.json')).json()">
      <template x-for="boat in boats"><p x-text="boat.text"></p></template></div>`,
    defer: true,
  }),
  library('turbo', '@hotwired/turbo@8.0.20', '@hotwired/turbo/dist/turbo.es2017-esm.js', {
    body: '<turbo-frame id="boats" src="/boats.html"><p>Please wait.</p></turbo-frame>',
    module: true,
  }),
  library('jquery', 'jquery@3.7.1', 'jquery/dist/jquery.min.js', {
    body: `<ul id="boats"><li>Loading...</li></ul><script>
      $(() => setTimeout(() => $.getJSON('/boats.json', (boats) => $('#boats').html(boats.map((boat) => '<li>' + boat.text + '</li>').join(''))), 300))
      </script>`,
  }),
  library('knockout', 'knockout@3.5.1', 'knockout/build/output/knockout-latest.js', {
    body: `<ul data-bind="foreach: boats"><li data-bind="text: text"></li></ul><script>
      addEventListener('load', () => fetch('/boats.json').then((reply) => reply.json()).then((boats) => ko.applyBindings({ boats })))
      </script>`,
  }),
  library('angularjs', 'angular@1.8.3', 'angular/angular.min.js', {
    body: `<div ng-app="harbour" ng-controller="list"><p ng-repeat="boat in boats">{{ boat.text }}</p></div><script>
      angular.module('harbour', []).controller('list', ($scope, $http) => $http.get('/boats.json').then(({ data }) => { $scope.boats = data }))
      </script>`,
  }),
  library('petite-vue', 'petite-vue@0.4.1', 'petite-vue/dist/petite-vue.iife.js', {
    body: `<div v-scope @vue:mounted="load()"><p v-for="boat in boats">{{ boat.text }}</p></div><script>
      PetiteVue.createApp({ boats: [], async load() { this.boats = await (await fetch('/boats.json')).json() } }).mount()
      </script>`,
  }),
  library('mustache', 'mustache@4.2.0', 'mustache/mustache.min.js', {
    body: `<div id="boats"></div><script type="x-tmpl-mustache" id="row">{{#boats}}<p>{{text}}</p>{{/boats}}</script><script>
      fetch('/boats.json').then((reply) => reply.json()).then((boats) => {
        document.getElementById('boats').innerHTML = Mustache.render(document.getElementById('row').innerHTML, { boats })
      })</script>`,
  }),
]

interface Page {
  body: string
  defer?: boolean
  module?: boolean
}

function library(name: string, npm: string, file: string, { body, defer, module }: Page): Site {
  const how = module ? 'type="module"' : defer ? 'defer' : ''
  return {
    name,
    npm: [npm],
    start(place) {
      const list = BOATS.map(({ text }) => `<p>${text}</p>`).join('')
      const index = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Boats</title><script ${how} src="/library.js"></script></head><body><main><h1>Boats in the harbour</h1><p>${INTRO}</p>${body}</main></body></html>`
      return servePage(place, {
        copies: { 'library.js': file },
        files: {
          'boats.json': JSON.stringify(BOATS),
          'boats.html': `<turbo-frame id="boats">${list}</turbo-frame>`,
          'index.html': index,
        },
      })
    },
    pages: { '/': READING },
  }
}

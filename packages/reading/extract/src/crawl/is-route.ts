/** Whether a fragment (`#...`) names a place that scripts show: `#/guide`, `#!guide`. `#/` is the page itself. */
export function isRoute(fragment: string): boolean {
  return fragment.length > 2 && (fragment.startsWith('#/') || fragment.startsWith('#!'))
}

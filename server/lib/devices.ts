const BROWSERS: [string, string][] = [
  ['YaBrowser/', 'Yandex Browser'],
  ['Edg/', 'Edge'],
  ['OPR/', 'Opera'],
  ['SamsungBrowser/', 'Samsung Internet'],
  ['Firefox/', 'Firefox'],
  ['Chrome/', 'Chrome'],
  ['Safari/', 'Safari'],
]

const SYSTEMS: [string, string][] = [
  ['iPhone', 'iPhone'],
  ['iPad', 'iPad'],
  ['Android', 'Android'],
  ['Windows', 'Windows'],
  ['Mac OS X', 'macOS'],
  ['CrOS', 'ChromeOS'],
  ['Linux', 'Linux'],
]

const named = (list: [string, string][], agent: string) => list.find(([mark]) => agent.includes(mark))?.[1]

/** What people would call the thing they signed in with; a program by the name it gives itself. */
export function deviceOf(userAgent: string | undefined): string {
  const agent = (userAgent ?? '').slice(0, 400)
  const known = [named(BROWSERS, agent), named(SYSTEMS, agent)].filter(Boolean).join(', ')
  return known || agent.slice(0, 60)
}

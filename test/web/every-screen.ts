import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'vitest'
import { aPerson, type Person } from '../support/client.ts'
import { ROOT } from '../support/server.ts'

/** Every screen there is, as the router lists them, with something on it: a new one is met without being named here. */

const source = (path: string) => readFileSync(join(ROOT, path), 'utf8')

const ROUTES = [...source('web/app/router.tsx').matchAll(/(?:path: |page\()'(\/[^']*)'/g)].map(([, path]) => path!)

const sectionsOf = (screen: string): string[] => {
  const [, inside = ''] = /const SECTIONS = \{([^}]*)\}/.exec(source(`web/features/${screen}/page.tsx`)) ?? []
  return [...inside.matchAll(/(\w+):/g)].map(([, name]) => name!)
}

/** Shown only to whoever is not signed in, or asked for by a program; the parts of the page have no words of their own. */
const ELSEWHERE = ['/sign-in', '/oauth/authorize', '/index.php/login/v2/flow/$flow', '/design']

export type Language = 'en' | 'ru'

const sample = (language: Language, name: string) =>
  new Uint8Array(readFileSync(join(ROOT, 'web/features/tour/samples', language, name)))

const NAMES = {
  en: {
    theme: 'Home',
    folder: 'Contracts',
    person: 'Anna',
    search: 'lock',
    files: ['Lease.pdf', 'Invoice.xlsx', 'Meeting.md'],
  },
  ru: {
    theme: 'Дом',
    folder: 'Договоры',
    person: 'Анна',
    search: 'замок',
    files: ['Договор.pdf', 'Счёт.xlsx', 'Встреча.md'],
  },
}

export async function furnished(base: string, language: Language): Promise<{ person: Person; paths: string[] }> {
  const named = NAMES[language]
  const person = await aPerson(base)
  await person.patch('/v1/auth/me', { name: named.person })
  await person.put('/v1/settings', { timezone: 'UTC', prefs: { language }, ui: { tour: 'left' } })
  const theme = (await person.post('/v1/themes', { name: named.theme })).body
  const folder = await person.folder(named.folder, { theme_id: theme.id })
  const ids: string[] = []
  for (const [n, name] of ['lease.pdf', 'invoice.xlsx', 'meeting.md'].entries()) {
    const into = n === 0 ? `?collection_id=${folder.id}` : ''
    ids.push((await person.upload(named.files[n]!, sample(language, name), into)).id)
  }
  for (const id of ids) await person.read(id, 240)
  const gone = await person.upload(language === 'ru' ? 'Старое.md' : 'Old.md', language === 'ru' ? 'Старое' : 'Old')
  await person.delete(`/v1/objects/${gone.id}`)
  const day = new Date().toISOString().slice(0, 10)
  const event = { title: named.theme, starts_at: `${day}T10:00:00`, ends_at: `${day}T10:00:00`, tz: 'UTC' }
  await person.post('/v1/calendar/events', event)
  const link = (await person.post(`/v1/objects/${ids[0]}/shares`, {})).body
  const values: Record<string, string[]> = {
    folder: [folder.id],
    theme: [theme.id],
    object: ids,
    token: [new URL(link.url, base).pathname.split('/').at(-1)!],
  }
  const paths = ROUTES.filter(path => !ELSEWHERE.includes(path)).flatMap(path => {
    const [, name] = /\$(\w+)/.exec(path) ?? []
    if (!name) return [path]
    const screen = path.split('/')[1]!
    const chosen = name === 'section' ? sectionsOf(screen) : (values[name] ?? [])
    // Pages are worked on in a PDF, words in a text.
    const fitting = path.endsWith('/pages') ? chosen.slice(0, 1) : path.endsWith('/edit') ? chosen.slice(2) : chosen
    expect({ path, known: fitting.length > 0 }).toEqual({ path, known: true })
    return fitting.map(value => path.replace(`$${name}`, value))
  })
  return {
    person,
    paths: [
      ...paths,
      `/search?q=${named.search}`,
      `/search?q=${language === 'ru' ? 'ъъщщъъ' : 'zzqqzz'}`,
      '/calendar?show=week',
      '/calendar?show=agenda',
      `/?sel=${ids[2]}`,
    ],
  }
}

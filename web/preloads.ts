import type { Plugin } from 'vite'

/** Files that the first script will run one after the other: it finds their names in the page, and asks for all at once. */

/** By the first part of the address. */
const PAGES: Record<string, string> = {
  search: '/features/search/page.tsx',
  ask: '/features/chat/page.tsx',
  calendar: '/features/calendar/page.tsx',
  objects: '/features/viewer/page.tsx',
}

export const preloads = (): Plugin => ({
  name: 'preloads',
  apply: 'build',
  /** Which of our own sources went into which file, for the test of what each screen loads first. */
  generateBundle(_options, bundle) {
    const chunks = Object.values(bundle).filter(each => each.type === 'chunk')
    const files = chunks.map(({ fileName, imports, moduleIds }) => [
      fileName,
      { imports, sources: moduleIds.filter(id => id.includes('/web/')).map(id => id.slice(id.indexOf('/web/') + 5)) },
    ])
    this.emitFile({
      type: 'asset',
      fileName: '.vite/files.json',
      source: JSON.stringify(Object.fromEntries(files)),
    })
  },
  transformIndexHtml: {
    order: 'post',
    handler(_html, { bundle = {} }) {
      const chunks = Object.values(bundle).filter(each => each.type === 'chunk')
      const withAll = (name: string, found = new Set<string>()): Set<string> => {
        if (found.has(name)) return found
        found.add(name)
        for (const next of chunks.find(each => each.fileName === name)?.imports ?? []) withAll(next, found)
        return found
      }
      const filesOf = (source: string) => {
        const chunk = chunks.find(each => each.moduleIds.some(id => id.endsWith(source)))
        if (!chunk) throw new Error(`${source} is in no file`)
        return withAll(chunk.fileName)
      }
      const [first, main] = [filesOf('/web/first/first.ts'), filesOf('/web/main.tsx')]
      const named = (files: Iterable<string>, known: Set<string>) =>
        [...files].filter(file => !known.has(file)).map(file => file.replace('assets/', ''))
      const pages = Object.entries(PAGES).map(([name, source]) => [name, named(filesOf(source), main)])
      return [
        {
          tag: 'script',
          attrs: { type: 'application/json', id: 'files' },
          children: JSON.stringify({ ...Object.fromEntries(pages), app: named(main, first) }),
          injectTo: 'head',
        },
      ]
    },
  },
})

/**
 * In place of the package `entities` (see vite.config.ts), for the grammar of Markdown: the browser knows the names of all
 * characters already, and the list of them is as large as the grammar itself. Given is one name, as in `&eacute;`.
 */
export function decodeHTMLStrict(name: string): string {
  // After a letter, or the browser would leave out what is white.
  const said = new DOMParser().parseFromString(`x${name}`, 'text/html').documentElement.textContent?.slice(1) ?? name
  // Longer is only what it took for a name with something behind it, such as `&notit;`.
  return said.length <= 2 ? said : name
}

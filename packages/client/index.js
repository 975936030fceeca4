/** A client for the interface of a Dossier server. Plain fetch, no dependencies. */

const TRIES = 5
const PASSING = new Set([429, 502, 503, 504])

export class DossierError extends Error {
  name = 'DossierError'
  constructor(status, code, message) {
    super(message)
    this.status = status
    this.code = code
  }
}

const sleep = ms => new Promise(resolve => setTimeout(resolve, ms))

export class Dossier {
  #headers
  constructor({ url, token, language = 'en' }) {
    this.url = url.replace(/\/+$/, '')
    this.#headers = { authorization: `Bearer ${token}`, 'accept-language': language }
  }

  /** The response itself; what is only busy is asked again, as the server says. */
  async request(method, path, { body, raw, headers, signal } = {}) {
    const json = body !== undefined
    for (let tried = 1; ; tried++) {
      const response = await fetch(this.url + path, {
        method,
        headers: { ...this.#headers, ...(json ? { 'content-type': 'application/json' } : {}), ...headers },
        body: json ? JSON.stringify(body) : raw,
        signal,
      })
      if (response.ok) return response
      // What was sent as a stream cannot be sent again.
      const again = PASSING.has(response.status) && tried < TRIES && !(raw instanceof ReadableStream)
      if (!again) throw await refusalOf(response)
      await response.body?.cancel()
      await sleep(1000 * (Number(response.headers.get('retry-after')) || tried))
    }
  }

  async call(method, path, options) {
    const response = await this.request(method, path, options)
    return response.headers.get('content-type')?.startsWith('application/json') ? response.json() : response.text()
  }

  get = (path, signal) => this.call('GET', path, { signal })
  post = (path, body) => this.call('POST', path, { body })
  put = (path, body) => this.call('PUT', path, { body })
  patch = (path, body) => this.call('PATCH', path, { body })
  delete = path => this.call('DELETE', path)

  /** All pages of a list, item by item. */
  async *pages(path) {
    let cursor
    do {
      const page = await this.get(
        `${path}${path.includes('?') ? '&' : '?'}limit=200${cursor ? `&cursor=${encodeURIComponent(cursor)}` : ''}`,
      )
      yield* page.items
      cursor = page.next_cursor
    } while (cursor)
  }
}

async function refusalOf(response) {
  const body = await response.json().catch(() => undefined)
  const detail = Array.isArray(body?.detail)
    ? body.detail.map(({ loc, msg }) => `${loc.slice(1).join('.')}: ${msg}`).join('; ')
    : body?.detail
  return new DossierError(response.status, body?.code ?? 'http', detail ?? `The server answered ${response.status}.`)
}

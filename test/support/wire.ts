import { request } from 'node:http'
import type { Json } from './client.ts'

/** A request with exactly these headers: `fetch` chooses Host and some others by itself. */
export function wire(
  url: string,
  method: string,
  headers: Record<string, string>,
  body?: string,
): Promise<{ status: number; headers: Record<string, string | string[] | undefined>; body: Json }> {
  return new Promise((resolve, reject) => {
    const sent = request(url, { method, headers, agent: false }, response => {
      let text = ''
      response.setEncoding('utf8')
      response.on('data', chunk => {
        text += chunk
      })
      response.on('end', () => {
        const isJson = String(response.headers['content-type']).startsWith('application/json')
        resolve({
          status: response.statusCode!,
          headers: response.headers,
          body: isJson && text ? JSON.parse(text) : text,
        })
      })
    })
    sent.on('error', reject)
    sent.end(body)
  })
}

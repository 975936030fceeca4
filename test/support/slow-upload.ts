import { once } from 'node:events'
import { request } from 'node:http'

/** An upload that the service has begun to take, held open half-way until told to go on; answers its status. */
export async function slowUpload(url: string, token: string): Promise<() => Promise<number>> {
  const [head, tail] = [
    '--b\r\ncontent-disposition: form-data; name="file"; filename="slow.txt"\r\n\r\nhalf of it, ',
    'the other half\r\n--b--\r\n',
  ]
  const headers = {
    authorization: `Bearer ${token}`,
    'content-type': 'multipart/form-data; boundary=b',
    'content-length': head.length + tail.length,
    // The service says that it has the request.
    expect: '100-continue',
  }
  const sending = request(`${url}/v1/objects`, { method: 'POST', headers })
  const answered = once(sending, 'response')
  answered.catch(() => {})
  sending.flushHeaders()
  await once(sending, 'continue')
  await new Promise(done => sending.write(head, done))
  return async () => {
    sending.end(tail)
    const [response] = await answered
    response.resume()
    return response.statusCode
  }
}

import { createServer, type Socket } from 'node:net'

/** A mail server that keeps what it gets. */
export interface MailServer {
  url: string
  letters: string[]
  close(): Promise<void>
}

export async function aMailServer(): Promise<MailServer> {
  const letters: string[] = []
  const sockets = new Set<Socket>()
  const server = createServer(socket => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
    socket.on('error', () => {})
    let buffer = ''
    let reading = false
    const say = (line: string) => socket.write(`${line}\r\n`)
    const command = (line: string) => {
      const verb = line.slice(0, 4).toUpperCase()
      if (verb === 'QUIT') return void socket.end('221 bye\r\n')
      if (verb === 'DATA') {
        reading = true
        return void say('354 go on')
      }
      say('250 ok')
    }
    socket.on('data', chunk => {
      buffer += chunk.toString('utf8')
      for (;;) {
        const end = buffer.indexOf(reading ? '\r\n.\r\n' : '\r\n')
        if (end < 0) return
        const text = buffer.slice(0, end)
        buffer = buffer.slice(end + (reading ? 5 : 2))
        if (reading) {
          letters.push(text)
          reading = false
          say('250 kept')
        } else command(text)
      }
    })
    say('220 hello')
  })
  await new Promise<void>(done => server.listen(0, '127.0.0.1', done))
  const { port } = server.address() as { port: number }
  return {
    url: `smtp://127.0.0.1:${port}?from=dossier@example.org`,
    letters,
    close: () => {
      for (const socket of sockets) socket.destroy()
      return new Promise(done => server.close(() => done()))
    },
  }
}

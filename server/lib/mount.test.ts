import { expect, test } from 'vitest'
import { mountOf, outward, withoutMount } from './mount.ts'

test('the path of the public address', () => {
  expect(mountOf('')).toBe('')
  expect(mountOf('https://host.example')).toBe('')
  expect(mountOf('https://host.example/')).toBe('')
  expect(mountOf('https://host.example/cloud/')).toBe('/cloud')
  expect(mountOf('https://host.example/a/b')).toBe('/a/b')
})

test('addresses with and without the path lead to the same route', () => {
  expect(withoutMount('', '/cloud/v1')).toBe('/cloud/v1')
  for (const url of ['/cloud/v1/objects?limit=1', '/v1/objects?limit=1'])
    expect(withoutMount('/cloud', url)).toBe('/v1/objects?limit=1')
  expect(withoutMount('/cloud', '/cloud')).toBe('/')
  expect(withoutMount('/cloud', '/cloud?x=1')).toBe('/?x=1')
  expect(withoutMount('/cloud', '/cloudy')).toBe('/cloudy')
})

test('well-known documents are also found at the top of the host', () => {
  expect(withoutMount('/cloud', '/.well-known/oauth-authorization-server/cloud')).toBe(
    '/.well-known/oauth-authorization-server',
  )
  expect(withoutMount('/cloud', '/.well-known/oauth-protected-resource/cloud/mcp')).toBe(
    '/.well-known/oauth-protected-resource/mcp',
  )
  expect(withoutMount('/cloud', '/.well-known/caldav')).toBe('/.well-known/caldav')
  expect(withoutMount('/cloud', '/.well-known/oauth-protected-resource/mcp')).toBe(
    '/.well-known/oauth-protected-resource/mcp',
  )
})

test('headers name paths as the browser reads them', () => {
  expect(outward('/cloud', 'set-cookie', ['a=1; Path=/; HttpOnly', 'b=2; Path=/v1/auth; Secure'])).toEqual([
    'a=1; Path=/cloud/; HttpOnly',
    'b=2; Path=/cloud/v1/auth; Secure',
  ])
  expect(outward('/cloud', 'location', '/settings#oidc=linked')).toBe('/cloud/settings#oidc=linked')
  expect(outward('/cloud', 'location', 'https://id.example/x')).toBe('https://id.example/x')
  expect(outward('/cloud', 'link', '</v1/a>; rel=preload, </v1/b>; rel=preload')).toBe(
    '</cloud/v1/a>; rel=preload, </cloud/v1/b>; rel=preload',
  )
})

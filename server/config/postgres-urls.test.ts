import { expect, test } from 'vitest'
import { complainAboutHosts, splitPostgresUrl } from './postgres-urls.ts'

test('a url with several hosts becomes one url per host, with user, port, name and parameters', () => {
  const url =
    'postgres://desk:p%2Cw@one:5432,two:6543,[::1]:5432/name?target_session_attrs=read-write&sslmode=require'
  expect(splitPostgresUrl(url)).toEqual([
    'postgres://desk:p%2Cw@one:5432/name?sslmode=require',
    'postgres://desk:p%2Cw@two:6543/name?sslmode=require',
    'postgres://desk:p%2Cw@[::1]:5432/name?sslmode=require',
  ])
})

test('a url with one host or a socket is unchanged', () => {
  for (const url of ['postgres://desk@one/name', 'postgresql://one:5432/name', '/var/run/postgresql name'])
    expect(splitPostgresUrl(url)).toEqual([url])
})

test('refuses, with a message, a url for a standby or with unreadable hosts', () => {
  expect(complainAboutHosts('postgres://one,two/name?target_session_attrs=standby')).toContain('must write')
  expect(complainAboutHosts('postgres:///name?host=one,two')).toContain('several hosts after host=')
  expect(complainAboutHosts('postgres://one,,two/name')).toContain('extra comma')
  expect(complainAboutHosts('postgres://one,two/name?target_session_attrs=read-write')).toBeUndefined()
  expect(complainAboutHosts('postgres://one/name')).toBeUndefined()
})

const WHOLE = /^(postgres(?:ql)?:\/\/(?:[^@/?#]*@)?)([^/?#]*)([^?#]*)(?:\?([^#]*))?$/
const WRITABLE = new Set(['any', 'read-write', 'primary'])

/**
 * One URL per host of a url such as postgres://user@one:5432,two:5432/name?target_session_attrs=read-write,
 * which the driver does not support. Sessions are always read-write: nothing works on a standby.
 */
export function splitPostgresUrl(url: string): string[] {
  const [, start, hosts, path, query] = WHOLE.exec(url) ?? []
  if (start === undefined || hosts === undefined) return [url]
  const parameters = new URLSearchParams(query)
  parameters.delete('target_session_attrs')
  const end = parameters.size > 0 ? `${path}?${parameters}` : `${path}`
  return hosts.split(',').map((host) => `${start}${host}${end}`)
}

/** The problem with a url of several hosts, as text, or undefined. */
export function complainAboutHosts(url: string): string | undefined {
  const [, , hosts = '', , query] = WHOLE.exec(url) ?? []
  const parameters = new URLSearchParams(query)
  const wanted = parameters.get('target_session_attrs') ?? 'any'
  if (!WRITABLE.has(wanted))
    return `DATABASE_URL asks for target_session_attrs=${wanted}, but this service must write: use read-write, or leave it out.`
  if (parameters.get('host')?.includes(',') || parameters.get('port')?.includes(','))
    return 'DATABASE_URL lists several hosts after host=. Write them like postgres://user:password@one.example.com:5432,two.example.com:5432/name.'
  if (hosts.split(',').length > 1 && hosts.split(',').some((host) => host === ''))
    return 'DATABASE_URL has an empty host between two commas. Remove the extra comma.'
  return undefined
}

import type { SettingName } from './settings.ts'

export type Environment = Record<string, string | undefined>
export type EnvironmentReader = ReturnType<typeof readEnvironment>

const SECRET_AT_LEAST = 32
/** The placeholder in deploy/front-desk.env. */
const PLACEHOLDER = 'CHANGE-ME'

/** Reads named variables and collects an error message for each one that is invalid. */
export function readEnvironment(environment: Environment) {
  const complaints: string[] = []
  /** Settings that are allowed but risky. Printed at every start. */
  const notices: string[] = []

  const complain = (sentence: string) => void (complaints.includes(sentence) || complaints.push(sentence))

  /** The value as given, without syntax that only a settings file would interpret. */
  function given(name: SettingName): string | undefined {
    const value = environment[name]?.trim()
    if (value === PLACEHOLDER) complain(`${name} is still ${PLACEHOLDER}: set it to its own value.`)
    const [, , bare] = /^(["'])(.*)\1$/s.exec(value ?? '') ?? []
    if (bare === undefined) return value
    complain(`${name} has quotation marks around it, which would be part of its value. Leave them out.`)
    return bare.trim()
  }

  function optional(name: SettingName): string | undefined {
    const value = given(name)
    return value === '' ? undefined : value
  }

  function completeUrl(name: SettingName): string | undefined {
    const value = optional(name)
    if (value === undefined) return undefined
    const [scheme] = /^https?:\/\//i.exec(value) ?? []
    // Lower-cased, as all code that checks the scheme expects.
    if (scheme && URL.canParse(value)) return `${scheme.toLowerCase()}${value.slice(scheme.length)}`
    complain(`${name} is not a complete URL. Write it like https://example.com.`)
    return undefined
  }

  function optionalUrl(name: SettingName): string | undefined {
    const url = completeUrl(name)
    if (url === undefined) return undefined
    const { username, password } = new URL(url)
    if (username === '' && password === '') return url
    complain(`${name} contains a user name or a password, and cannot be called with them. Leave them out.`)
    return undefined
  }

  /** Paths are appended to it. */
  function optionalBaseUrl(name: SettingName): string | undefined {
    const url = optionalUrl(name)
    if (url === undefined || !/[?#]/.test(url)) return url?.replace(/\/+$/, '')
    complain(`${name} must not contain ? or #, because the pages of the site are added at its end.`)
    return undefined
  }

  return {
    complaints,
    notices,
    complain,
    notice: (sentence: string) => void notices.push(sentence),
    optional,
    optionalUrl,
    optionalBaseUrl,
    text: (name: SettingName, absent: string) => optional(name) ?? absent,
    needed(name: SettingName, advice: string): string {
      const value = optional(name)
      if (value === undefined) complain(`${name} is missing: ${advice}`)
      return value ?? ''
    },

    /** Settings that do nothing without another one that was forgotten or misspelled. */
    useless(names: readonly SettingName[], without: SettingName): void {
      // A malformed one has its own error.
      if (optional(without) !== undefined) return
      for (const name of names)
        if (optional(name) !== undefined)
          complain(`${name} does nothing without ${without}: set both, or leave it out.`)
    },

    /** As browsers write it: in lower case, without the scheme's default port. */
    origin(name: SettingName, absent: string): string {
      const { origin, href } = new URL(completeUrl(name) ?? absent)
      if (href === `${origin}/`) return origin
      complain(
        `${name} must be only the scheme and host, like https://example.com, without a path, a query or a user name.`,
      )
      return origin
    },

    /** As `location.host` has it: in lower case, with its port unless it is that of https. */
    host(name: SettingName, absent: string): string {
      const value = optional(name)?.toLowerCase()
      if (value === undefined) return absent
      const url = `https://${value}`
      const host = URL.canParse(url) ? new URL(url).host : undefined
      if (host && !/[/?#@\\]/.test(value)) return host
      complain(`${name} must be only a host, like app.example.com, without https:// and without a path.`)
      return absent
    },

    /** A URL, an email address or a phone number to link to. */
    link(name: SettingName, absent: string): string {
      const value = optional(name)
      if (value === undefined || /^(?:mailto:|tel:|\/(?!\/)).*\S/.test(value) || value === '/')
        return value ?? absent
      if (/^https?:/i.test(value)) return optionalUrl(name) ?? absent
      complain(`${name} must begin with https:, mailto:, tel: or a slash, and name something after it.`)
      return absent
    },

    /** A URL that is fetched or redirected to, here or elsewhere. */
    target(name: SettingName, absent: string): string {
      const value = optional(name)
      if (value === undefined || /^\/(?!\/)/.test(value)) return value ?? absent
      return optionalUrl(name) ?? absent
    },

    number(name: SettingName, absent: number, { least, most }: { least: number; most: number }): number {
      const value = optional(name)
      if (value === undefined) return absent
      const number = /^\d+$/.test(value) ? Number(value) : Number.NaN
      if (number >= least && number <= most) return number
      complain(`${name} must be a whole number from ${least} to ${most}, not "${value}".`)
      return absent
    },

    choice<Choice extends string>(name: SettingName, choices: readonly Choice[], absent: Choice): Choice {
      const value = optional(name)
      if (value === undefined || choices.includes(value as Choice)) return (value ?? absent) as Choice
      complain(`${name} must be one of ${choices.join(', ')}, not "${value}".`)
      return absent
    },

    flag(name: SettingName, absent: boolean): boolean {
      const value = optional(name)
      if (value === undefined) return absent
      if (value !== 'yes' && value !== 'no') complain(`${name} must be yes or no, not "${value}".`)
      return value === 'yes'
    },

    /** A secret that is too short is still returned, so that it is not also reported as missing. */
    secret(name: SettingName): string | undefined {
      const value = optional(name)
      if (value !== undefined && value.length < SECRET_AT_LEAST)
        complain(`${name} is shorter than ${SECRET_AT_LEAST} characters: anyone could guess it.`)
      return value
    },

    /** Comma-separated. An empty value is an empty list, which differs from unset. */
    list(name: SettingName, absent: string): string[] {
      return (given(name) ?? absent).split(',').flatMap((word) => word.trim() || [])
    },

    /** Also returned if one is too short, as above. */
    secretList(name: SettingName): string[] {
      const values = (optional(name) ?? '').split(',').flatMap((value) => value.trim() || [])
      if (values.some((value) => value.length < SECRET_AT_LEAST))
        complain(
          `${name} contains a secret shorter than ${SECRET_AT_LEAST} characters: anyone could guess it.`,
        )
      return values
    },
  }
}

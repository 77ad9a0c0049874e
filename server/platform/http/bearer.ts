/** The token of an Authorization header, if it has one (RFC 6750). */
export function bearerIn(authorization: string): string | undefined {
  return /^Bearer +([\w.~+/-]+=*)$/i.exec(authorization)?.[1]
}

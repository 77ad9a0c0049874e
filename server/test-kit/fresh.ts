let counter = 0

/** A number unique within this test file. */
function next(): number {
  counter += 1
  return counter
}

export function freshEmail(): string {
  return `person${next()}@example.com`
}

/** A new IP, so that tests do not use up each other's rate limits. */
export function freshIp(): string {
  const number = next()
  return `198.18.${Math.floor(number / 250)}.${number % 250}`
}

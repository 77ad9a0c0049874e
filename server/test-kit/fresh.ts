let given = 0

/** A number that no other test of this file was given. */
function next(): number {
  given += 1
  return given
}

export function freshEmail(): string {
  return `person${next()}@example.com`
}

/** An address of its own, so that no test spends another's tries. */
export function freshIp(): string {
  const number = next()
  return `198.18.${Math.floor(number / 250)}.${number % 250}`
}

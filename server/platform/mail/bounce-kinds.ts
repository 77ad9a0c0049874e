/**
 * hard: the mailbox does not exist or no longer accepts mail. complaint: the person, or their mail program,
 * reported spam. soft: everything else, such as a full mailbox or a refusal that is about us.
 */
export type BounceKind = 'hard' | 'soft' | 'complaint'

/** A mail server's report of an undeliverable mail: an enhanced status code (RFC 3463) and its text. */
export type Failure = { status: string; words: string }

export function kindOfFailure({ status, words }: Failure): BounceKind {
  const code = isTelling(status) ? status : (codeIn(words) ?? status)
  if (isTelling(code)) return isAboutMailbox(code) ? 'hard' : 'soft'
  return isPlainRefusal(words) ? 'hard' : 'soft'
}

/** The first enhanced status code of a text: `550 5.1.1 unknown user`. Not a part of an IP address. */
export function codeIn(words: string): string | undefined {
  return /(?<![\d.])[245]\.\d{1,3}\.\d{1,3}(?![\d.]*\.\d|\d)/.exec(words)?.[0]
}

/** X.0.0 says nothing about the reason. */
function isTelling(code: string): boolean {
  return /^[245]\.\d{1,3}\.\d{1,3}$/.test(code) && !/^\d\.0\.0$/.test(code)
}

/**
 * A bad mailbox or domain, a disabled mailbox, a domain without a mail server. Not a bad sender (5.1.7, 5.1.8), a full
 * mailbox (5.2.2) or a policy (5.7.x).
 */
function isAboutMailbox(code: string): boolean {
  return /^5\.1\.(?![78]$)\d+$/.test(code) || code === '5.2.1' || code === '5.4.4'
}

/**
 * Servers without enhanced codes: 550, 551 and 553 mean the mailbox (RFC 5321), unless the text mentions a
 * policy.
 */
function isPlainRefusal(words: string): boolean {
  return (
    /(?:^|[^\d.])55[013](?![\d.])/.test(words) && !tellsOfPolicy.test(words) && !/quota|full/i.test(words)
  )
}

const tellsOfPolicy = /relay|spam|block|polic|denied|sender|auth|spf|dkim|dmarc|reputation/i

/** A bad sender, a wrong protocol or a policy, such as a mail server that does not relay for us. */
export function isAboutSender(words: string): boolean {
  const code = codeIn(words)
  return code && isTelling(code) ? /^\d\.(?:1\.[78]|[57]\.\d+)$/.test(code) : tellsOfPolicy.test(words)
}

import type { APIRequestContext } from '@playwright/test'
import type { StoredMail } from '#contract/features/mailbox.ts'
import { expect } from './server.ts'

type Mailbox = { mails: StoredMail[]; open: { plain: string } | null }

/** The mailbox's page values. */
async function readMailbox(request: APIRequestContext, id?: number): Promise<Mailbox> {
  const html = await (await request.get(`/dev/mailbox/${id ? `?mail=${id}` : ''}`)).text()
  const [, json = '{}'] = /id="page-props"[^>]*>(.*?)<\/script>/s.exec(html) ?? []
  return JSON.parse(json).values
}

export async function newestMail(request: APIRequestContext): Promise<number> {
  return (await readMailbox(request)).mails[0]?.id ?? 0
}

/** Waits for a mail to this person with a matching subject that is newer than the given one, and returns it. */
export async function mailTo(
  request: APIRequestContext,
  { email, subject, after = 0 }: { email: string; subject: RegExp; after?: number },
): Promise<{ id: number; plain: string }> {
  let found: StoredMail | undefined
  await expect
    .poll(
      async () => {
        const { mails } = await readMailbox(request)
        found = mails.find((one) => one.id > after && one.recipient === email && subject.test(one.subject))
        return found !== undefined
      },
      { timeout: 20_000 },
    )
    .toBe(true)
  const id = found?.id ?? 0
  return { id, plain: (await readMailbox(request, id)).open?.plain ?? '' }
}

/** Paths of the links in a mail that start with this text. */
export function pathsIn(plain: string, start: string): string[] {
  return [...plain.matchAll(/https?:\/\/[^/\s]+(\/\S*)/g)]
    .map(([, path = '']) => path)
    .filter((path) => path.startsWith(start))
}

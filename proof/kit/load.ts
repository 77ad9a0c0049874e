/** A bounded stream of requests on loopback, with their answers. */
export type Answer = { status: number | 'lost'; atMs: number; tookMs: number; number: number }

export async function keepAsking(
  ask: (number: number) => Promise<{ status: number; arrayBuffer(): Promise<unknown> }>,
  { atOnce, until, restMs = 0 }: { atOnce: number; until: () => boolean; restMs?: number },
): Promise<Answer[]> {
  const answers: Answer[] = []
  let requestCount = 0
  const asker = async () => {
    while (!until()) {
      requestCount += 1
      const number = requestCount
      const begin = performance.now()
      const status = await ask(number).then(
        async (response) => {
          await response.arrayBuffer()
          return response.status
        },
        () => 'lost' as const,
      )
      answers.push({ status, atMs: performance.now(), tookMs: performance.now() - begin, number })
      // A refused connection fails immediately: without a pause this loop would spin.
      const rest = status === 'lost' ? Math.max(restMs, 20) : restMs
      if (rest > 0) await new Promise((resume) => setTimeout(resume, rest))
    }
  }
  await Promise.all(Array.from({ length: atOnce }, asker))
  return answers
}

export function form(fields: Record<string, string>): FormData {
  const body = new FormData()
  for (const [name, value] of Object.entries(fields)) body.set(name, value)
  return body
}

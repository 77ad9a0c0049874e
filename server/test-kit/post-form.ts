import { freshIp } from './fresh.ts'
import type { Harness } from './harness.ts'

/** Submits a form to its own page, as a browser does without a script. */
export async function postForm(harness: Harness, url: string, fields: Record<string, string>) {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.set(name, value)
  const request = new Request('http://localhost/', { method: 'POST', body: form })
  return harness.app.inject({
    method: 'POST',
    url,
    headers: { 'content-type': request.headers.get('content-type') ?? '' },
    payload: Buffer.from(await request.arrayBuffer()),
    remoteAddress: freshIp(),
  })
}

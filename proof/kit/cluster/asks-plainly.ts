/** What plain http on the https port is answered: the status, and whether it leads to the same page by https. */
export async function asksPlainly(url: string): Promise<{ status: number; leads: boolean }> {
  const page = `${url}/login/?status=1`
  const answer = await fetch(page.replace('https:', 'http:'), { redirect: 'manual' })
  await answer.body?.cancel()
  return { status: answer.status, leads: answer.headers.get('location') === page }
}

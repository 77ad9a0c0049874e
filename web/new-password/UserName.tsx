/**
 * Tells password managers whose password a form is about. They do not look at an input of the type `hidden`, and would take
 * the text before the password for it. Without a name, it is not sent.
 */
export function UserName({ email }: { email: string }) {
  return <input type="text" autoComplete="username" value={email} readOnly hidden />
}

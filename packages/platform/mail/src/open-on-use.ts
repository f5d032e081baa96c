import type { createTransport, Transporter } from 'nodemailer'

/** A transport of nodemailer, which is loaded for the first mail: it takes 3 MB, and many stacks send none. */
export function openOnUse<T extends Parameters<typeof createTransport>[0]>(options: T) {
  let opened: Promise<Transporter> | undefined
  const open = () => {
    opened ??= import('nodemailer').then((nodemailer) => nodemailer.createTransport(options))
    return opened
  }
  return {
    open,
    close: () => void opened?.then((transport) => transport.close()),
  }
}

const loopbackAddress = /^(?:127\.\d+\.\d+\.\d+|::1|::ffff:127\.\d+\.\d+\.\d+)$/;

/** Browsers resolve `localhost` and `*.localhost` to loopback, whatever DNS says. */
export function isLoopback(name: string): boolean {
  return name === "localhost" || name.endsWith(".localhost") || loopbackAddress.test(name);
}

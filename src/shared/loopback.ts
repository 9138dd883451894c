const loopback = /^(?:localhost|127(?:\.\d+){3}|\[::1\])$/;

/**
 * Whether a host is this computer.
 *
 * @param hostname - As in a URL: lower case, IPv6 in brackets.
 */
export function isLoopback(hostname: string): boolean {
  return loopback.test(hostname);
}

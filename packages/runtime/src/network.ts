const mappedIpv4 = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i;
const groupsOfAll = 8;
const groupsOfNetwork = 4;

/** The network of one caller: an IPv4 address, or the /64 of an IPv6 address. Empty if the socket has no address. */
export function networkOf(remoteAddress: string | undefined): string {
  if (remoteAddress === undefined) return "";
  const [, ipv4] = mappedIpv4.exec(remoteAddress) ?? [];
  if (ipv4 !== undefined) return ipv4;
  if (!remoteAddress.includes(":")) return remoteAddress;
  const [address = ""] = remoteAddress.split("%", 1);
  const [front = "", back] = address.split("::");
  const before = groupsOf(front);
  const after = groupsOf(back ?? "");
  const zeros = Array.from({ length: Math.max(0, groupsOfAll - before.length - after.length) }, () => "0");
  const groups = back === undefined ? before : [...before, ...zeros, ...after];
  return `${groups.slice(0, groupsOfNetwork).join(":")}::/64`;
}

/** Strips leading zeros, so that each network has one name. */
function groupsOf(part: string): string[] {
  return part === "" ? [] : part.split(":").map((group) => group.toLowerCase().replace(/^0+(?=.)/, ""));
}

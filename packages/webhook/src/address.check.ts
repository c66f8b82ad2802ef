import ipaddr from "ipaddr.js";

/** Whether an address may be called. Without TLS, only one of the allowed networks may. */
export type AddressCheck = (address: string, isEncrypted: boolean) => boolean;

/** A service of Azure for its own machines, in a public network. */
const azureHost = "168.63.129.16";

/** All IPv6 addresses that are public so far; what IANA gives to special purposes in it has other ranges. */
const publicNetwork = ipaddr.IPv6.parseCIDR("2000::/3");

/**
 * Checks addresses as they are connected to: public ones, and those of the allowed networks, such as `10.0.0.0/8`. Not
 * public are all networks of a special purpose, those in which an IPv6 address stands for an IPv4 one among them.
 * @throws Error if a network is malformed.
 */
export function createAddressCheck(networks: readonly string[]): AddressCheck {
  const allowed = networks.map((network) => ipaddr.parseCIDR(network));
  return (text, isEncrypted) => {
    // A zone names an interface of this machine.
    if (!ipaddr.isValid(text) || text.includes("%")) return false;
    const address = ipaddr.process(text);
    if (allowed.some(([network, bits]) => network.kind() === address.kind() && address.match(network, bits)))
      return true;
    const isGiven = address.kind() === "ipv4" || address.match(publicNetwork);
    return isEncrypted && isGiven && address.range() === "unicast" && address.toString() !== azureHost;
  };
}

/** For the packages' tests, which cannot name the lab: it stands on them. */
export { openProxy, type TcpProxy } from "@rewards/lab/proxy";

/** For tests of packages, which cannot depend on the lab, because the lab depends on them. */
export { openProxy, type TcpProxy } from "@rewards/lab/proxy";

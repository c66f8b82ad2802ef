/** For the tests of packages: a package cannot depend on the lab, which depends on it. */
export { openProxy, type TcpProxy } from "@rewards/lab/proxy";

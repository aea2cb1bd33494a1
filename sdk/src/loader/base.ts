/** The root of the service, from the address of one of the SDK's files; "" if it is none. */
export function baseOf(address: string): string {
	const at = address.lastIndexOf("/sdk/v1/");
	return at > 0 ? address.slice(0, at) : "";
}

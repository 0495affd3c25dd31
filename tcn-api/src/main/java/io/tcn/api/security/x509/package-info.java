// SPDX-License-Identifier: Apache-2.0
/// Client certificates: whom the server trusts, RFC 3820 proxies, VOMS attributes, and TLS that uses them.
@NullMarked
package io.tcn.api.security.x509;

import org.jspecify.annotations.NullMarked;

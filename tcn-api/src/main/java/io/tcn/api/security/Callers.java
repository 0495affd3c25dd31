// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.security;

import java.security.cert.X509Certificate;

/// From a verified certificate to the caller.
@FunctionalInterface
public interface Callers {
    Caller of(X509Certificate certificate);
}

// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.credential;

import java.nio.charset.StandardCharsets;
import java.security.cert.X509Certificate;

/// The reader of delegated proxies, for the fuzzer.
public final class ProxyTarget {
    private ProxyTarget() {}

    /// Reads and writes again; a refusal is an answer too.
    @SuppressWarnings("EmptyCatch")
    public static void read(byte[] bytes) {
        try {
            X509Certificate[] chain = ProxyPem.read(new String(bytes, StandardCharsets.UTF_8));
            if (chain.length > 0 && ProxyPem.read(ProxyPem.write(chain)).length != chain.length) {
                throw new IllegalStateException("written and read again it is something else");
            }
        } catch (IllegalArgumentException refusal) {
            // as it should be
        }
    }
}

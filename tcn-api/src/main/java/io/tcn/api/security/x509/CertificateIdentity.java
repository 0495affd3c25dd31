// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.security.x509;

import java.security.cert.X509Certificate;
import java.time.Instant;
import java.util.List;

/// Who a trusted chain of certificates is.
///
/// @param endEntity the certificate that no proxy is; its subject is the caller
/// @param dn the name of the caller, in the slash form
/// @param fqans VOMS attributes, in order
/// @param limited whether a proxy of the chain has the policy "limited"
/// @param begins when the last certificate of the caller becomes valid
/// @param ends when the first certificate of the caller expires
public record CertificateIdentity(
        X509Certificate endEntity, String dn, List<String> fqans, boolean limited, Instant begins, Instant ends) {
    public CertificateIdentity {
        fqans = List.copyOf(fqans);
    }
}

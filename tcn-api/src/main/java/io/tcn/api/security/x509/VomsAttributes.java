// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.security.x509;

import java.nio.file.Files;
import java.nio.file.Path;
import java.security.cert.X509Certificate;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.italiangrid.voms.VOMSValidators;
import org.italiangrid.voms.ac.VOMSACValidator;
import org.italiangrid.voms.ac.VOMSValidationResult;
import org.italiangrid.voms.store.impl.DefaultVOMSTrustStore;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.DisposableBean;
import org.springframework.stereotype.Component;

/// VOMS attributes in proxies: attribute certificates (RFC 5755) signed by a VOMS server. Attributes that cannot be
/// proven are left out; the caller is then who the certificate says and no more.
@Component
class VomsAttributes implements DisposableBean {
    private static final Logger LOG = LoggerFactory.getLogger(VomsAttributes.class);

    private final @org.jspecify.annotations.Nullable VOMSACValidator validator;

    VomsAttributes(TrustProperties properties, TrustedCertificates trusted) {
        Path vomsdir = properties.vomsdir();
        if (vomsdir == null) {
            this.validator = null;
            return;
        }
        if (!Files.isDirectory(vomsdir)) {
            throw new IllegalArgumentException("tcn.security.vomsdir: " + vomsdir + " is no folder");
        }
        this.validator = VOMSValidators.newValidator(
                new DefaultVOMSTrustStore(List.of(vomsdir.toAbsolutePath().toString())), trusted.asValidator());
    }

    /// The FQANs of a trusted chain, in order, without doubles.
    List<String> of(X509Certificate[] chain) {
        if (validator == null) {
            return List.of();
        }
        Set<String> fqans = new LinkedHashSet<>();
        for (VOMSValidationResult result : validate(validator, chain)) {
            if (result.isValid()) {
                result.getAttributes().getFQANs().stream()
                        .filter(fqan -> fqan.matches("/[\\p{Graph}]+"))
                        .forEach(fqans::add);
            } else {
                LOG.warn(
                        "VOMS attributes were left out: {}",
                        result.getValidationErrors().stream()
                                .map(error -> String.valueOf(error.getMessage()).replaceAll("\\p{Cc}", "?"))
                                .toList());
            }
        }
        return List.copyOf(fqans);
    }

    /// Callers write what stands there: whatever cannot be read is no attribute.
    private static List<VOMSValidationResult> validate(VOMSACValidator validator, X509Certificate[] chain) {
        try {
            return validator.validateWithResult(chain);
        } catch (RuntimeException unreadable) {
            LOG.warn(
                    "VOMS attributes were left out, they cannot be read: {}",
                    String.valueOf(unreadable.getMessage()).replaceAll("\\p{Cc}", "?"));
            return List.of();
        }
    }

    @Override
    public void destroy() {
        if (validator != null) {
            validator.shutdown();
        }
    }
}

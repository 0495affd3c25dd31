// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.security.x509;

import eu.emi.security.authn.x509.ProxySupport;
import eu.emi.security.authn.x509.RevocationParameters;
import eu.emi.security.authn.x509.StoreUpdateListener;
import eu.emi.security.authn.x509.ValidationErrorListener;
import eu.emi.security.authn.x509.ValidationResult;
import eu.emi.security.authn.x509.X509CertChainValidatorExt;
import java.security.cert.CertPath;
import java.security.cert.X509Certificate;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;

/// Several sources of trust as one: a chain is believed if any of them believes it.
final class AnyValidator implements X509CertChainValidatorExt {
    private final List<X509CertChainValidatorExt> validators;

    AnyValidator(List<X509CertChainValidatorExt> validators) {
        this.validators = List.copyOf(validators);
    }

    @Override
    public ValidationResult validate(CertPath path) {
        return first(validator -> validator.validate(path));
    }

    @Override
    public ValidationResult validate(X509Certificate[] chain) {
        return first(validator -> validator.validate(chain));
    }

    private ValidationResult first(Function<X509CertChainValidatorExt, ValidationResult> check) {
        ValidationResult last = new ValidationResult(false);
        for (X509CertChainValidatorExt validator : validators) {
            last = check.apply(validator);
            if (last.isValid()) {
                return last;
            }
        }
        return last;
    }

    @Override
    public X509Certificate[] getTrustedIssuers() {
        return validators.stream()
                .flatMap(validator -> Arrays.stream(validator.getTrustedIssuers()))
                .toArray(X509Certificate[]::new);
    }

    @Override
    public ProxySupport getProxySupport() {
        return ProxySupport.ALLOW;
    }

    @Override
    public RevocationParameters getRevocationCheckingMode() {
        return validators.isEmpty()
                ? RevocationParameters.IGNORE
                : validators.getFirst().getRevocationCheckingMode();
    }

    @Override
    public void dispose() {
        // Whoever made the parts ends them.
    }

    @Override
    public void addValidationListener(ValidationErrorListener listener) {
        validators.forEach(validator -> validator.addValidationListener(listener));
    }

    @Override
    public void removeValidationListener(ValidationErrorListener listener) {
        validators.forEach(validator -> validator.removeValidationListener(listener));
    }

    @Override
    public void addUpdateListener(StoreUpdateListener listener) {
        validators.forEach(validator -> validator.addUpdateListener(listener));
    }

    @Override
    public void removeUpdateListener(StoreUpdateListener listener) {
        validators.forEach(validator -> validator.removeUpdateListener(listener));
    }
}

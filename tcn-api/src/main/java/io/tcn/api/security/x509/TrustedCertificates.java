// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.security.x509;

import eu.emi.security.authn.x509.CrlCheckingMode;
import eu.emi.security.authn.x509.NamespaceCheckingMode;
import eu.emi.security.authn.x509.OCSPCheckingMode;
import eu.emi.security.authn.x509.OCSPParametes;
import eu.emi.security.authn.x509.ProxySupport;
import eu.emi.security.authn.x509.RevocationParameters;
import eu.emi.security.authn.x509.ValidationResult;
import eu.emi.security.authn.x509.X509CertChainValidatorExt;
import eu.emi.security.authn.x509.impl.CRLParameters;
import eu.emi.security.authn.x509.impl.InMemoryKeystoreCertChainValidator;
import eu.emi.security.authn.x509.impl.OpensslCertChainValidator;
import eu.emi.security.authn.x509.impl.RevocationParametersExt;
import eu.emi.security.authn.x509.impl.ValidatorParams;
import eu.emi.security.authn.x509.impl.ValidatorParamsExt;
import eu.emi.security.authn.x509.proxy.ProxyUtils;
import io.tcn.api.text.OneLine;
import io.tcn.core.port.TimeSource;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.CertificateException;
import java.security.cert.X509Certificate;
import java.security.interfaces.RSAPublicKey;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.springframework.beans.factory.DisposableBean;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.core.io.FileSystemResource;
import org.springframework.core.io.Resource;
import org.springframework.stereotype.Component;

/// Decides which chains of certificates are believed: end-entity certificates of trusted authorities (RFC 5280) and
/// proxies below them (RFC 3820, with path length constraints; also the older kind with `CN=proxy`). Revocation lists
/// are used where they are present and valid; nobody is asked over the network. Authorities and lists are read anew
/// every ten minutes.
@Component
public class TrustedCertificates implements DisposableBean {
    private static final String SETTING = "tcn.security.trust";
    private static final Duration REFRESH = Duration.ofMinutes(10);
    private static final int LEAST_RSA_BITS = 2048;
    /// Proxies live for hours, and older clients make short keys for them.
    private static final int LEAST_RSA_BITS_OF_PROXIES = 1024;
    private static final Set<String> USAGES_OF_CALLERS = Set.of(
            // clientAuth, serverAuth (host certificates of grids call too), any
            "1.3.6.1.5.5.7.3.2", "1.3.6.1.5.5.7.3.1", "2.5.29.37.0");

    private final TimeSource time;
    private final List<X509CertChainValidatorExt> validators = new ArrayList<>();

    /// @param own the server's own authority, as Spring Boot's setting names it; may be empty
    /// @throws IllegalArgumentException if a file or folder of the settings cannot be used
    @Autowired
    TrustedCertificates(
            TrustProperties properties,
            TimeSource time,
            @Value("${server.ssl.trust-certificate:}") List<Resource> own) {
        this.time = time;
        for (Resource authority : own) {
            validators.add(ofPem(authority));
        }
        for (Path path : properties.trust()) {
            validators.add(Files.isDirectory(path) ? ofFolder(path) : ofPem(new FileSystemResource(path)));
        }
    }

    private static X509CertChainValidatorExt ofPem(Resource pem) {
        KeyStore store = PemAuthorities.read(SETTING, pem, pem);
        try {
            CRLParameters lists = new CRLParameters(besides(pem), REFRESH.toMillis(), 5000, null);
            RevocationParametersExt revocation = new RevocationParametersExt(
                    CrlCheckingMode.IF_VALID, lists, new OCSPParametes(OCSPCheckingMode.IGNORE));
            return new InMemoryKeystoreCertChainValidator(
                    store, new ValidatorParamsExt(revocation, ProxySupport.ALLOW));
        } catch (IOException | GeneralSecurityException unusable) {
            throw new IllegalArgumentException(SETTING + ": " + pem + " cannot be used: " + unusable, unusable);
        }
    }

    /// The revocation list of `ca.pem` is `ca.crl` beside it; canl takes a pattern that may match nothing.
    private static List<String> besides(Resource pem) throws IOException {
        if (!pem.isFile()) {
            return List.of();
        }
        String path = pem.getFile().getAbsolutePath();
        return List.of((path.endsWith(".pem") ? path.substring(0, path.length() - 4) : path) + ".crl*");
    }

    private static X509CertChainValidatorExt ofFolder(Path folder) {
        RevocationParameters revocation =
                new RevocationParameters(CrlCheckingMode.IF_VALID, new OCSPParametes(OCSPCheckingMode.IGNORE));
        return new OpensslCertChainValidator(
                folder.toAbsolutePath().toString(),
                true,
                NamespaceCheckingMode.EUGRIDPMA_AND_GLOBUS,
                REFRESH.toMillis(),
                new ValidatorParams(revocation, ProxySupport.ALLOW),
                false);
    }

    /// Checks a chain as a client sends it: its own certificate first, authorities may be left out.
    ///
    /// @throws CertificateException if it is not believed; the message says why in one line
    public void check(X509Certificate[] chain) throws CertificateException {
        try {
            checkAll(chain);
        } catch (RuntimeException unreadable) {
            // Callers write these certificates; what the libraries cannot read is refused like the rest.
            throw new CertificateException(
                    "the chain cannot be read: " + OneLine.of(String.valueOf(unreadable)), unreadable);
        }
    }

    private void checkAll(X509Certificate[] chain) throws CertificateException {
        if (chain.length == 0) {
            throw new CertificateException("the chain is empty");
        }
        checkDates(chain);
        checkStrength(chain);
        checkUsage(chain);
        List<String> reasons = new ArrayList<>();
        for (X509CertChainValidatorExt validator : validators) {
            ValidationResult result = validator.validate(chain);
            if (result.isValid()) {
                return;
            }
            reasons.add(result.toShortString());
        }
        throw new CertificateException(
                reasons.isEmpty() ? "no authority is trusted" : OneLine.of(String.join("; ", reasons)));
    }

    /// By the clock of the server and without slack: canl lets a proxy pass that expired a minute ago.
    private void checkDates(X509Certificate[] chain) throws CertificateException {
        Instant now = time.now();
        for (X509Certificate certificate : chain) {
            Instant from = certificate.getNotBefore().toInstant();
            Instant to = certificate.getNotAfter().toInstant();
            if (now.isAfter(to) || now.isBefore(from)) {
                throw new CertificateException(
                        "a certificate of the chain is valid from " + from + " to " + to + " only");
            }
        }
    }

    private static void checkStrength(X509Certificate[] chain) throws CertificateException {
        for (X509Certificate certificate : chain) {
            boolean anchor = certificate.getSubjectX500Principal().equals(certificate.getIssuerX500Principal());
            String algorithm = certificate.getSigAlgName().toUpperCase(Locale.ROOT);
            if (!anchor && (algorithm.contains("MD5") || algorithm.contains("MD2") || algorithm.contains("MD4"))) {
                throw new CertificateException("the signature algorithm " + algorithm + " is broken");
            }
            int least = ProxyUtils.isProxy(certificate) ? LEAST_RSA_BITS_OF_PROXIES : LEAST_RSA_BITS;
            if (certificate.getPublicKey() instanceof RSAPublicKey key
                    && key.getModulus().bitLength() < least) {
                throw new CertificateException("an RSA key has less than " + least + " bits");
            }
        }
    }

    private static void checkUsage(X509Certificate[] chain) throws CertificateException {
        X509Certificate endEntity = endEntity(chain);
        if (endEntity.getBasicConstraints() >= 0) {
            throw new CertificateException("a certificate of an authority is nobody's to call with");
        }
        List<String> usages = endEntity.getExtendedKeyUsage();
        if (usages != null && usages.stream().noneMatch(USAGES_OF_CALLERS::contains)) {
            throw new CertificateException("the extended key usage does not allow TLS");
        }
    }

    /// The certificate that no proxy is: its subject is the caller.
    ///
    /// @throws CertificateException if the chain has proxies only
    public static X509Certificate endEntity(X509Certificate[] chain) throws CertificateException {
        if (!ProxyUtils.isProxy(chain)) {
            return chain[0];
        }
        X509Certificate found = ProxyUtils.getEndUserCertificate(chain);
        if (found == null) {
            throw new CertificateException("the chain has proxies only, without the certificate of their owner");
        }
        return found;
    }

    /// The authorities, for the server's wish list in the TLS handshake.
    X509Certificate[] authorities() {
        return validators.stream()
                .flatMap(validator -> Arrays.stream(validator.getTrustedIssuers()))
                .distinct()
                .toArray(X509Certificate[]::new);
    }

    /// Whoever of these believes first, for the certificates of VOMS servers.
    X509CertChainValidatorExt asValidator() {
        return new AnyValidator(validators);
    }

    @Override
    public void destroy() {
        validators.forEach(X509CertChainValidatorExt::dispose);
    }
}

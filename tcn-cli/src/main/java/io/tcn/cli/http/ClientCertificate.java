// SPDX-License-Identifier: Apache-2.0
package io.tcn.cli.http;

import io.tcn.cli.env.ExitCode;
import io.tcn.cli.env.Trouble;
import java.io.IOException;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.Principal;
import java.security.PrivateKey;
import java.security.cert.CertificateExpiredException;
import java.security.cert.CertificateNotYetValidException;
import java.security.cert.X509Certificate;
import java.util.List;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.X509ExtendedKeyManager;
import org.jspecify.annotations.Nullable;

/// A certificate with its key. It is shown whatever authorities the server says it knows: a proxy is issued by the
/// certificate of its user, which no server lists.
final class ClientCertificate extends X509ExtendedKeyManager {
    private static final String ALIAS = "own";
    private static final long MAX_BYTES = 1 << 20;

    private final PrivateKey key;
    private final X509Certificate[] chain;

    private ClientCertificate(PrivateKey key, X509Certificate[] chain) {
        this.key = key;
        this.chain = chain;
    }

    /// @param certificate PEM file, with those between it and its authority behind it
    /// @param keyFile PEM file; for a proxy the same one
    static ClientCertificate read(Path certificate, Path keyFile) throws Trouble {
        String pem = text(certificate, "certificate");
        String keyPem = certificate.equals(keyFile) ? pem : text(keyFile, "key");
        Path place = certificate;
        try {
            List<X509Certificate> chain = PemCertificates.of(pem);
            if (chain.isEmpty()) {
                throw new GeneralSecurityException("there is no certificate in it");
            }
            place = keyFile;
            PrivateKey key = PemKey.read(keyPem);
            check(chain, certificate);
            return new ClientCertificate(key, chain.toArray(X509Certificate[]::new));
        } catch (GeneralSecurityException unusable) {
            throw Trouble.failed(place + " cannot be used: " + unusable.getMessage());
        }
    }

    private static String text(Path file, String what) throws Trouble {
        try {
            if (Files.size(file) > MAX_BYTES) {
                throw Trouble.failed("the " + what + " " + file + " is too large to be one");
            }
            return Files.readString(file, StandardCharsets.ISO_8859_1);
        } catch (NoSuchFileException missing) {
            throw Trouble.failed("the " + what + " " + file + " is not there");
        } catch (IOException unreadable) {
            throw Trouble.failed("the " + what + " " + file + " cannot be read: " + unreadable.getMessage());
        }
    }

    private static void check(List<X509Certificate> chain, Path file) throws Trouble {
        for (X509Certificate certificate : chain) {
            try {
                certificate.checkValidity();
            } catch (CertificateExpiredException expired) {
                boolean proxy = chain.size() > 1 && certificate.equals(chain.getFirst());
                throw Trouble.of(
                        ExitCode.NOT_ALLOWED,
                        "the certificate of " + file + " expired at "
                                + certificate.getNotAfter().toInstant() + ": "
                                + (proxy ? "make a new proxy (voms-proxy-init)" : "get a new one"));
            } catch (CertificateNotYetValidException early) {
                throw Trouble.of(
                        ExitCode.NOT_ALLOWED,
                        "the certificate of " + file + " holds from "
                                + certificate.getNotBefore().toInstant() + " on: look at the clock of this machine");
            }
        }
    }

    @Override
    public String[] getClientAliases(String keyType, Principal @Nullable [] issuers) {
        return new String[] {ALIAS};
    }

    @Override
    public String chooseClientAlias(String[] keyType, Principal @Nullable [] issuers, @Nullable Socket socket) {
        return ALIAS;
    }

    @Override
    public String chooseEngineClientAlias(
            String[] keyType, Principal @Nullable [] issuers, @Nullable SSLEngine engine) {
        return ALIAS;
    }

    @Override
    public String @Nullable [] getServerAliases(String keyType, Principal @Nullable [] issuers) {
        return null;
    }

    @Override
    public @Nullable String chooseServerAlias(String keyType, Principal @Nullable [] issuers, @Nullable Socket socket) {
        return null;
    }

    @Override
    public X509Certificate[] getCertificateChain(String alias) {
        return chain.clone();
    }

    @Override
    public PrivateKey getPrivateKey(String alias) {
        return key;
    }
}

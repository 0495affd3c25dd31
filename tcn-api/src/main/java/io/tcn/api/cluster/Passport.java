// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.cluster;

import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.jspecify.annotations.Nullable;

/// What a server that passes a request on says of it: how it came, and with which certificates the caller has
/// proven itself. The rights that follow from them are worked out by the server that leads, as for its own
/// callers; a token goes along as the caller sent it.
///
/// It is signed (HMAC-SHA-256) with the secret of the term, which only the servers of the database know, and is
/// good for one method and one address, for half a minute by the clock of the database.
///
/// @param term of the lead that the request is for
/// @param at when it was written, by the clock of the database
/// @param method of the request
/// @param target path and query of the request
/// @param scheme how the caller asked
/// @param host what the caller asked, its `Host` header; empty if it had none
/// @param remote address of the caller
/// @param certificates of the caller, the end entity first; empty if it showed none
record Passport(
        long term,
        Instant at,
        String method,
        String target,
        String scheme,
        String host,
        String remote,
        List<X509Certificate> certificates) {
    /// Name of the header.
    static final String HEADER = "TCN-Passed-On";

    /// How long it is good for, and how far two servers may differ in what they think of the database's clock.
    static final Duration VALIDITY = Duration.ofSeconds(30);

    private static final String VERSION = "1";
    private static final String ALGORITHM = "HmacSHA256";
    private static final int FIXED = 8;
    private static final int MOST_CERTIFICATES = 20;

    Passport {
        certificates = List.copyOf(certificates);
    }

    /// A passport is none, or not good for this request.
    static final class ForgedException extends Exception {
        private static final long serialVersionUID = 1L;

        ForgedException(String message, @Nullable Throwable cause) {
            super(message, cause);
        }
    }

    /// As a header.
    ///
    /// @param secret of the term
    String signed(String secret) {
        List<String> lines = new ArrayList<>(List.of(
                VERSION, Long.toString(term), Long.toString(at.toEpochMilli()), method, target, scheme, host, remote));
        try {
            for (X509Certificate certificate : certificates) {
                lines.add(Base64.getEncoder().encodeToString(certificate.getEncoded()));
            }
        } catch (CertificateException unreadable) {
            throw new IllegalArgumentException("a certificate cannot be written", unreadable);
        }
        byte[] payload = String.join("\n", lines).getBytes(StandardCharsets.UTF_8);
        Base64.Encoder base64 = Base64.getUrlEncoder().withoutPadding();
        return base64.encodeToString(payload) + "." + base64.encodeToString(mac(payload, secret));
    }

    private static byte[] mac(byte[] payload, String secret) {
        try {
            Mac mac = Mac.getInstance(ALGORITHM);
            mac.init(new SecretKeySpec(secret.getBytes(StandardCharsets.US_ASCII), ALGORITHM));
            return mac.doFinal(payload);
        } catch (GeneralSecurityException impossible) {
            throw new IllegalStateException("every Java has " + ALGORITHM, impossible);
        }
    }

    /// The term that a header names, not verified: to tell one of another term from a forged one.
    ///
    /// @throws ForgedException if it is no passport
    static long termOf(String header) throws ForgedException {
        return parse(payload(header)).term();
    }

    /// Reads a header.
    ///
    /// @param secret of the term
    /// @throws ForgedException if it was not signed with the secret, or not for this request, or not lately
    static Passport verified(String header, String secret, String method, String target, Instant now)
            throws ForgedException {
        byte[] payload = payload(header);
        byte[] signature = decode(header.substring(header.indexOf('.') + 1));
        if (!MessageDigest.isEqual(signature, mac(payload, secret))) {
            throw new ForgedException("the signature is wrong", null);
        }
        Passport passport = parse(payload);
        if (!passport.method().equals(method) || !passport.target().equals(target)) {
            throw new ForgedException("it is for another request", null);
        }
        if (Duration.between(passport.at(), now).abs().compareTo(VALIDITY) > 0) {
            throw new ForgedException("it is not of the last " + VALIDITY.toSeconds() + " s", null);
        }
        return passport;
    }

    private static byte[] payload(String header) throws ForgedException {
        int dot = header.indexOf('.');
        if (dot < 0) {
            throw new ForgedException("it has no signature", null);
        }
        return decode(header.substring(0, dot));
    }

    private static byte[] decode(String text) throws ForgedException {
        try {
            return Base64.getUrlDecoder().decode(text);
        } catch (IllegalArgumentException damaged) {
            throw new ForgedException("it cannot be read", damaged);
        }
    }

    private static Passport parse(byte[] payload) throws ForgedException {
        List<String> lines = Arrays.asList(new String(payload, StandardCharsets.UTF_8).split("\n", -1));
        if (lines.size() < FIXED
                || lines.size() > FIXED + MOST_CERTIFICATES
                || !lines.getFirst().equals(VERSION)) {
            throw new ForgedException("it has not the form of this version", null);
        }
        try {
            List<X509Certificate> certificates = new ArrayList<>();
            CertificateFactory factory = CertificateFactory.getInstance("X.509");
            for (String line : lines.subList(FIXED, lines.size())) {
                certificates.add((X509Certificate) factory.generateCertificate(
                        new ByteArrayInputStream(Base64.getDecoder().decode(line))));
            }
            return new Passport(
                    Long.parseLong(lines.get(1)),
                    Instant.ofEpochMilli(Long.parseLong(lines.get(2))),
                    lines.get(3),
                    lines.get(4),
                    lines.get(5),
                    lines.get(6),
                    lines.get(7),
                    certificates);
        } catch (IllegalArgumentException | CertificateException damaged) {
            throw new ForgedException("it cannot be read", damaged);
        }
    }
}

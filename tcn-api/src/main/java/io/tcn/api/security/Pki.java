// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.security;

import io.tcn.api.security.x509.DistinguishedName;
import java.io.IOException;
import java.io.StringWriter;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.PrivateKey;
import java.security.SecureRandom;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.util.Date;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import org.bouncycastle.asn1.x500.X500Name;
import org.bouncycastle.asn1.x509.BasicConstraints;
import org.bouncycastle.asn1.x509.ExtendedKeyUsage;
import org.bouncycastle.asn1.x509.Extension;
import org.bouncycastle.asn1.x509.GeneralName;
import org.bouncycastle.asn1.x509.GeneralNames;
import org.bouncycastle.asn1.x509.KeyPurposeId;
import org.bouncycastle.asn1.x509.KeyUsage;
import org.bouncycastle.cert.X509v3CertificateBuilder;
import org.bouncycastle.cert.jcajce.JcaX509CertificateConverter;
import org.bouncycastle.cert.jcajce.JcaX509ExtensionUtils;
import org.bouncycastle.cert.jcajce.JcaX509v3CertificateBuilder;
import org.bouncycastle.openssl.jcajce.JcaMiscPEMGenerator;
import org.bouncycastle.openssl.jcajce.JcaPEMWriter;
import org.bouncycastle.operator.OperatorCreationException;
import org.bouncycastle.operator.jcajce.JcaContentSignerBuilder;
import org.bouncycastle.util.io.pem.PemObject;

/// The private certificate authority that a first start makes, with a server certificate and one demo client
/// certificate. Keys are RSA, because the FTS client reads no others; key files are readable by their owner only.
///
/// A folder that has the certificate of the server is left alone, so that operators can put their own files there.
public final class Pki {
    private static final int KEY_BITS = 2048;
    private static final Duration LIFE = Duration.ofDays(3650);
    private static final Duration CLIENT_LIFE = Duration.ofDays(365);
    private static final Duration RENEWED_BEFORE = Duration.ofDays(90);
    private static final Pattern CLIENT_NAME = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]{0,63}");
    private static final String CA_NAME = "DC=tcn,CN=TCN private CA";

    /// Where new keys come from.
    @FunctionalInterface
    public interface Keys {
        /// A key that nobody has had yet.
        ///
        /// @throws GeneralSecurityException if there is none
        KeyPair next() throws GeneralSecurityException;
    }

    private final Path folder;
    private final Keys keys;

    public Pki(Path dataFolder) {
        this(dataFolder, Pki::keyPair);
    }

    /// @param keys RSA keys for what is made
    public Pki(Path dataFolder, Keys keys) {
        this.folder = dataFolder.resolve("pki");
        this.keys = keys;
    }

    public Path caCertificate() {
        return folder.resolve("ca.pem");
    }

    public Path serverCertificate() {
        return folder.resolve("server.pem");
    }

    public Path serverKey() {
        return folder.resolve("server.key");
    }

    public Path clientCertificate() {
        return folder.resolve("demo-user.pem");
    }

    public Path clientKey() {
        return folder.resolve("demo-user.key");
    }

    /// Makes what is missing. A server certificate of our own authority that lacks some of the names is made anew, for
    /// the same key and the names that it had.
    ///
    /// @param hostNames names and addresses that the server certificate is valid for, beside `localhost`
    /// @return whether anything was made
    /// @throws IOException if the folder cannot be written
    public boolean createIfMissing(List<String> hostNames, Instant now) throws IOException {
        if (Files.exists(serverCertificate()) && Files.exists(serverKey())) {
            addNames(hostNames, now);
            return false;
        }
        Files.createDirectories(folder);
        try {
            KeyPair ca = keys.next();
            X509Certificate caCertificate = sign(
                    builder(CA_NAME, CA_NAME, ca, now, LIFE)
                            .addExtension(Extension.basicConstraints, true, new BasicConstraints(true))
                            .addExtension(
                                    Extension.keyUsage, true, new KeyUsage(KeyUsage.keyCertSign | KeyUsage.cRLSign)),
                    ca.getPrivate());
            KeyPair server = keys.next();
            X509v3CertificateBuilder serverBuilder =
                    builder(CA_NAME, "DC=tcn,OU=hosts,CN=localhost", server, now, LIFE);
            leaf(serverBuilder, caCertificate, server, KeyPurposeId.id_kp_serverAuth);
            serverBuilder.addExtension(Extension.subjectAlternativeName, false, alternativeNames(hostNames));
            KeyPair client = keys.next();
            X509v3CertificateBuilder clientBuilder =
                    builder(CA_NAME, "DC=tcn,OU=people,CN=Demo User", client, now, CLIENT_LIFE);
            leaf(clientBuilder, caCertificate, client, KeyPurposeId.id_kp_clientAuth);

            write(clientCertificate(), false, sign(clientBuilder, ca.getPrivate()));
            write(clientKey(), true, client.getPrivate());
            write(folder.resolve("ca.key"), true, ca.getPrivate());
            write(caCertificate(), false, caCertificate);
            write(serverKey(), true, server.getPrivate());
            // Last, because its presence says that all is there.
            write(serverCertificate(), false, sign(serverBuilder, ca.getPrivate()));
            return true;
        } catch (GeneralSecurityException | OperatorCreationException broken) {
            throw new IOException("the private CA in " + folder + " could not be made: " + broken.getMessage(), broken);
        }
    }

    private void addNames(List<String> hostNames, Instant now) throws IOException {
        Path caKey = folder.resolve("ca.key");
        if (hostNames.isEmpty() || !Files.exists(caKey) || !Files.exists(caCertificate())) {
            return;
        }
        try {
            X509Certificate server = read(serverCertificate());
            X509Certificate ca = read(caCertificate());
            Set<String> names = new LinkedHashSet<>();
            if (server.getSubjectAlternativeNames() != null) {
                server.getSubjectAlternativeNames().forEach(name -> names.add(String.valueOf(name.get(1))));
            }
            if (names.containsAll(hostNames) || !server.getIssuerX500Principal().equals(ca.getSubjectX500Principal())) {
                return;
            }
            names.addAll(hostNames);
            KeyPair key = new KeyPair(server.getPublicKey(), null);
            X509v3CertificateBuilder builder = builder(CA_NAME, "DC=tcn,OU=hosts,CN=localhost", key, now, LIFE);
            leaf(builder, ca, key, KeyPurposeId.id_kp_serverAuth);
            builder.addExtension(Extension.subjectAlternativeName, false, alternativeNames(List.copyOf(names)));
            write(serverCertificate(), false, sign(builder, ClientTls.rsaKey(caKey)));
        } catch (GeneralSecurityException | OperatorCreationException broken) {
            throw new IOException(
                    "the server certificate in " + folder + " could not be made for " + String.join(", ", hostNames)
                            + ": " + broken.getMessage(),
                    broken);
        }
    }

    /// Makes a client certificate of the private authority, good for a year: `NAME.pem` and `NAME.key`, with the
    /// authority's certificate as `ca.pem` beside them. The name in it is `/DC=tcn/OU=clients/CN=NAME`, of which no
    /// server knows anything before an operator says so. One that is there is left alone if it is of this authority
    /// and does not end within 90 days.
    ///
    /// @param name letters, digits, `.`, `_` and `-`
    /// @param out the folder for the files, made if it is not there
    /// @return whether anything was made
    /// @throws IllegalArgumentException if the name is none
    /// @throws IOException if there is no private authority here, or a file cannot be read or written
    public boolean createClient(String name, Path out, Instant now) throws IOException {
        if (!CLIENT_NAME.matcher(name).matches()) {
            throw new IllegalArgumentException("a client's name is made of up to 64 letters, digits, '.', '_' and '-',"
                    + " and begins with a letter or digit; given was '" + name + "'");
        }
        Path caKey = folder.resolve("ca.key");
        if (!Files.exists(caKey) || !Files.exists(caCertificate())) {
            throw new IOException("there is no private authority in " + folder
                    + " (ca.pem, ca.key) that could make a certificate for " + name);
        }
        Path certificate = out.resolve(name + ".pem");
        Path key = out.resolve(name + ".key");
        try {
            X509Certificate ca = read(caCertificate());
            if (Files.exists(certificate) && Files.exists(key) && isGood(read(certificate), ca, now)) {
                return false;
            }
            KeyPair pair = keys.next();
            X509v3CertificateBuilder builder = builder(CA_NAME, "DC=tcn,OU=clients,CN=" + name, pair, now, CLIENT_LIFE);
            leaf(builder, ca, pair, KeyPurposeId.id_kp_clientAuth);
            Files.createDirectories(out);
            write(out.resolve("ca.pem"), false, ca);
            write(key, true, pair.getPrivate());
            write(certificate, false, sign(builder, ClientTls.rsaKey(caKey)));
            return true;
        } catch (GeneralSecurityException | OperatorCreationException broken) {
            throw new IOException(
                    "the certificate for " + name + " in " + out + " could not be made: " + broken.getMessage(),
                    broken);
        }
    }

    private static boolean isGood(X509Certificate client, X509Certificate ca, Instant now) {
        try {
            client.verify(ca.getPublicKey());
            return client.getNotAfter().toInstant().isAfter(now.plus(RENEWED_BEFORE));
        } catch (GeneralSecurityException another) {
            return false;
        }
    }

    /// The name of the demo client, if this folder has its certificate.
    ///
    /// @throws IOException if the certificate cannot be read
    public String clientDn() throws IOException {
        return DistinguishedName.toSlashForm(read(clientCertificate()).getSubjectX500Principal());
    }

    /// Reads the first certificate of a PEM file.
    ///
    /// @throws IOException if there is none
    public static X509Certificate read(Path pem) throws IOException {
        try (var in = Files.newInputStream(pem)) {
            return (X509Certificate) CertificateFactory.getInstance("X.509").generateCertificate(in);
        } catch (GeneralSecurityException unreadable) {
            throw new IOException(pem + " holds no certificate: " + unreadable.getMessage(), unreadable);
        }
    }

    private static KeyPair keyPair() throws GeneralSecurityException {
        KeyPairGenerator generator = KeyPairGenerator.getInstance("RSA");
        generator.initialize(KEY_BITS);
        return generator.generateKeyPair();
    }

    private static X509v3CertificateBuilder builder(
            String issuer, String subject, KeyPair key, Instant now, Duration life) {
        return new JcaX509v3CertificateBuilder(
                new X500Name(issuer),
                new BigInteger(120, new SecureRandom()),
                Date.from(now.minus(Duration.ofHours(1))),
                Date.from(now.plus(life)),
                new X500Name(subject),
                key.getPublic());
    }

    private static void leaf(X509v3CertificateBuilder builder, X509Certificate ca, KeyPair key, KeyPurposeId purpose)
            throws GeneralSecurityException, IOException {
        JcaX509ExtensionUtils ids = new JcaX509ExtensionUtils();
        builder.addExtension(Extension.basicConstraints, false, new BasicConstraints(false))
                .addExtension(
                        Extension.keyUsage, true, new KeyUsage(KeyUsage.digitalSignature | KeyUsage.keyEncipherment))
                .addExtension(Extension.extendedKeyUsage, false, new ExtendedKeyUsage(purpose))
                .addExtension(Extension.subjectKeyIdentifier, false, ids.createSubjectKeyIdentifier(key.getPublic()))
                .addExtension(Extension.authorityKeyIdentifier, false, ids.createAuthorityKeyIdentifier(ca));
    }

    private static GeneralNames alternativeNames(List<String> hostNames) {
        Set<String> names = new LinkedHashSet<>(List.of("localhost", "127.0.0.1", "::1"));
        names.addAll(hostNames);
        return new GeneralNames(names.stream()
                .map(name -> new GeneralName(
                        name.matches("[0-9.]+|.*:.*") ? GeneralName.iPAddress : GeneralName.dNSName, name))
                .toArray(GeneralName[]::new));
    }

    private static X509Certificate sign(X509v3CertificateBuilder builder, PrivateKey key)
            throws OperatorCreationException, GeneralSecurityException {
        return new JcaX509CertificateConverter()
                .getCertificate(builder.build(new JcaContentSignerBuilder("SHA256withRSA").build(key)));
    }

    private static void write(Path file, boolean secret, Object pem) throws IOException {
        boolean posix = FileSystems.getDefault().supportedFileAttributeViews().contains("posix");
        FileAttribute<?>[] attributes = posix
                ? new FileAttribute<?>[] {
                    PosixFilePermissions.asFileAttribute(
                            PosixFilePermissions.fromString(secret ? "rw-------" : "rw-r--r--"))
                }
                : new FileAttribute<?>[0];
        StringWriter text = new StringWriter();
        try (JcaPEMWriter writer = new JcaPEMWriter(text)) {
            writer.writeObject(pem instanceof PrivateKey key ? pkcs8(key) : new JcaMiscPEMGenerator(pem));
        }
        Path temporary = file.resolveSibling(file.getFileName() + ".new");
        Files.deleteIfExists(temporary);
        try (var channel = Files.newByteChannel(
                temporary, Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE), attributes)) {
            channel.write(ByteBuffer.wrap(text.toString().getBytes(StandardCharsets.UTF_8)));
        }
        Files.move(temporary, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    }

    private static PemObject pkcs8(PrivateKey key) {
        return new PemObject("PRIVATE KEY", key.getEncoded());
    }
}

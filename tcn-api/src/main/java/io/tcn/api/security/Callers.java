// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.security;

import io.tcn.api.security.token.BearerToken;
import io.tcn.api.security.token.TokenRefusedException;
import io.tcn.api.security.token.TokenVerifier;
import io.tcn.api.security.x509.CertificateIdentities;
import io.tcn.api.security.x509.CertificateIdentity;
import io.tcn.api.security.x509.DistinguishedName;
import io.tcn.core.model.UserId;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.time.Instant;
import java.util.Arrays;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.core.io.Resource;
import org.springframework.http.HttpStatus;
import org.springframework.stereotype.Component;

/// From credentials to the caller: its name, whom it acts for, what it may do.
@Component
public class Callers {
    private static final int MOST_DN = 1024;
    private static final String ROLE = "Role=";
    private static final Pattern VIRTUAL = Pattern.compile("[0-9A-Fa-f]{16}");

    private final CertificateIdentities certificates;
    private final TokenVerifier tokens;
    private final Gridmap gridmap;
    private final Rights rights;
    private final Set<String> administrators;
    private final @Nullable String serverDn;

    Callers(
            CertificateIdentities certificates,
            TokenVerifier tokens,
            Gridmap gridmap,
            Rights rights,
            SecurityProperties properties,
            @Value("${server.ssl.certificate:}") @Nullable Resource serverCertificate) {
        this.certificates = certificates;
        this.tokens = tokens;
        this.gridmap = gridmap;
        this.rights = rights;
        this.administrators = new HashSet<>(properties.administrators());
        this.serverDn = dn(serverCertificate);
    }

    private static @Nullable String dn(@Nullable Resource certificate) {
        if (certificate == null || !certificate.isFile()) {
            return null;
        }
        try (InputStream in = certificate.getInputStream()) {
            X509Certificate own =
                    (X509Certificate) CertificateFactory.getInstance("X.509").generateCertificate(in);
            return DistinguishedName.toSlashForm(own.getSubjectX500Principal());
        } catch (IOException | CertificateException unreadable) {
            throw new IllegalArgumentException(
                    "server.ssl.certificate: " + certificate + " cannot be read: " + unreadable, unreadable);
        }
    }

    /// The caller behind a chain of certificates.
    ///
    /// @throws RefusalException if the chain is not believed
    Caller ofCertificates(X509Certificate[] chain) {
        CertificateIdentity identity;
        try {
            identity = certificates.of(chain);
        } catch (CertificateException refused) {
            throw new RefusalException(
                    HttpStatus.UNAUTHORIZED, "The certificate is not accepted: " + refused.getMessage());
        }
        String dn = identity.dn();
        if (dn.length() > MOST_DN || dn.isEmpty()) {
            throw RefusalException.forbidden("The name of the certificate must have 1 to " + MOST_DN + " characters");
        }
        String delegationId = NameUuid.delegationId(dn, identity.fqans());
        Optional<Gridmap.Entry> declared = gridmap.find(dn);
        List<UserId> users = users(identity.fqans());
        if (users.isEmpty()) {
            users = List.of(declared.map(Gridmap.Entry::user).orElseGet(() -> UserId.of(delegationId)));
        }
        List<String> roles = roles(identity.fqans());
        boolean administrator = administrators.contains(dn)
                || dn.equals(serverDn)
                || declared.map(Gridmap.Entry::administrator).orElse(false);
        return new Caller(
                dn,
                Caller.Method.CERTIFICATE,
                users,
                identity.fqans(),
                roles,
                rights.of(dn, roles),
                administrator,
                delegationId,
                identity.ends());
    }

    /// The caller behind a token.
    ///
    /// @throws RefusalException if the token is not accepted
    BearerToken verify(String token) {
        try {
            return tokens.verify(token);
        } catch (TokenRefusedException refused) {
            String reason = String.valueOf(refused.getMessage());
            throw refused.isLater()
                    ? new RefusalException(HttpStatus.SERVICE_UNAVAILABLE, reason)
                    : RefusalException.badToken(reason);
        }
    }

    /// The caller behind a verified token.
    Caller ofToken(BearerToken token) {
        String delegationId = NameUuid.delegationId(token.issuer(), List.of(token.subject()));
        Instant ends = token.ends();
        return new Caller(
                token.subject(),
                Caller.Method.TOKEN,
                users(token),
                token.scopes(),
                List.of(),
                rights.of(tokens.hasOneIssuer() ? token.subject() : fullName(token), List.of()),
                administrators.contains(fullName(token)),
                delegationId,
                ends);
    }

    /// The name that is one of a kind, however many issuers there are.
    private static String fullName(BearerToken token) {
        return token.issuer() + " " + token.subject();
    }

    private List<UserId> users(BearerToken token) {
        if (token.issuerVo() != null) {
            return List.of(UserId.of(token.issuerVo()));
        }
        List<UserId> groups = token.groups().stream()
                .flatMap(group -> user(group).stream())
                .distinct()
                .toList();
        return groups.isEmpty()
                ? List.of(UserId.of(String.valueOf(URI.create(token.issuer()).getHost())))
                : groups;
    }

    /// VOs of FQANs: `/cms/de/Role=x/Capability=y` gives `cms/de`.
    private static List<UserId> users(List<String> fqans) {
        return fqans.stream()
                .map(fqan -> Arrays.stream(fqan.split("/"))
                        .filter(part -> !part.isEmpty())
                        .takeWhile(part -> !part.startsWith(ROLE))
                        .filter(part -> !part.startsWith("Capability="))
                        .collect(Collectors.joining("/")))
                .flatMap(vo -> user(vo).stream())
                .distinct()
                .toList();
    }

    /// Sixteen hex digits are the name of somebody's own user, which nobody may claim as a group.
    private static Optional<UserId> user(String name) {
        if (VIRTUAL.matcher(name).matches()) {
            return Optional.empty();
        }
        try {
            return Optional.of(UserId.of(name));
        } catch (IllegalArgumentException unusable) {
            // A name that no user can have is nobody's.
            return Optional.empty();
        }
    }

    /// The roles in FQANs, without `NULL`.
    private static List<String> roles(List<String> fqans) {
        Set<String> roles = new LinkedHashSet<>();
        for (String fqan : fqans) {
            for (String part : fqan.split("/")) {
                if (part.startsWith(ROLE) && !part.equals(ROLE + "NULL")) {
                    roles.add(part.substring(ROLE.length()));
                }
            }
        }
        return List.copyOf(roles);
    }

    /// Whether somebody is served at all.
    ///
    /// @param authorized users whose callers are, `*` for everybody
    static boolean isAuthorized(Caller caller, List<String> authorized) {
        return authorized.contains("*")
                || caller.administrator()
                || caller.users().stream().map(UserId::value).anyMatch(authorized::contains);
    }

    /// Rights in FTS's words, of the operations that the caller has a right to.
    public static Map<String, String> ftsLevels(Caller caller) {
        return Arrays.stream(Operation.values())
                .filter(operation -> caller.level(operation) != Level.NONE)
                .collect(Collectors.toMap(
                        Operation::ftsName,
                        operation -> caller.level(operation).ftsName(),
                        (one, other) -> one,
                        java.util.LinkedHashMap::new));
    }
}

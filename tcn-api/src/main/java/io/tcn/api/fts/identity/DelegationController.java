// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.fts.identity;

import io.tcn.api.credential.DelegatedCredentials;
import io.tcn.api.fts.FtsDates;
import io.tcn.api.fts.FtsException;
import io.tcn.api.security.Caller;
import io.tcn.api.security.Needs;
import jakarta.servlet.http.HttpServletRequest;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.security.KeyPair;
import java.security.cert.X509Certificate;
import java.security.interfaces.RSAPublicKey;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestAttribute;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestMethod;
import org.springframework.web.bind.annotation.RestController;

/// Delegation as FTS clients do it: look, ask for a request, send the signed proxy.
@Needs
@RestController
@RequestMapping("/delegation/{id}")
class DelegationController {
    static final String CERTIFICATES = "jakarta.servlet.request.X509Certificate";
    private static final int DEFAULT_BITS = 2048;
    private static final int MOST_BYTES = 256 * 1024;
    /// The first minor version of the client that takes an empty list for "nothing".
    private static final int FIRST_MINOR_WITH_LIST = 12;

    private final Delegations delegations;
    private final DelegatedCredentials credentials;

    DelegationController(Delegations delegations, DelegatedCredentials credentials) {
        this.delegations = delegations;
        this.credentials = credentials;
    }

    @GetMapping
    ResponseEntity<Object> view(
            @PathVariable String id,
            @RequestHeader(name = HttpHeaders.USER_AGENT, required = false) @Nullable String userAgent,
            @RequestAttribute(Caller.ATTRIBUTE) Caller caller) {
        own(id, caller);
        Optional<DelegatedCredentials.Delegated> shown = delegations.shown(caller);
        if (shown.isEmpty()) {
            return ResponseEntity.ok()
                    .contentType(MediaType.APPLICATION_JSON)
                    .body(takesList(userAgent) ? "[]" : "null");
        }
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("termination_time", FtsDates.format(shown.get().ends()));
        json.put("voms_attrs", shown.get().vomsAttributes());
        return ResponseEntity.ok(json);
    }

    /// Clients before 3.12 know null only.
    private static boolean takesList(@Nullable String userAgent) {
        var version = java.util.regex.Pattern.compile("fts-[a-z-]+/(\\d{1,4})\\.(\\d{1,4})")
                .matcher(userAgent == null ? "" : userAgent);
        if (!version.find()) {
            return false;
        }
        int major = Integer.parseInt(version.group(1));
        return major > 3 || (major == 3 && Integer.parseInt(version.group(2)) >= FIRST_MINOR_WITH_LIST);
    }

    @DeleteMapping
    ResponseEntity<Void> remove(@PathVariable String id, @RequestAttribute(Caller.ATTRIBUTE) Caller caller) {
        withCertificate(id, caller);
        if (!credentials.remove(id)) {
            throw new FtsException(404, "Nothing is delegated under this id");
        }
        return ResponseEntity.noContent().build();
    }

    @GetMapping("/request")
    ResponseEntity<String> request(
            @PathVariable String id,
            @RequestAttribute(name = CERTIFICATES, required = false) X509Certificate @Nullable [] chain,
            @RequestAttribute(Caller.ATTRIBUTE) Caller caller) {
        withCertificate(id, caller);
        int bits = chain != null && chain.length > 0 && chain[0].getPublicKey() instanceof RSAPublicKey key
                ? key.getModulus().bitLength()
                : DEFAULT_BITS;
        KeyPair key = credentials.requestKey(id, caller.dn(), bits);
        return ResponseEntity.ok()
                .contentType(MediaType.TEXT_PLAIN)
                .header("X-Delegation-ID", id)
                .body(CertificateRequests.pem(key));
    }

    /// The body is PEM, whatever its type says; clients send none.
    @RequestMapping(
            path = "/credential",
            method = {RequestMethod.PUT, RequestMethod.POST})
    ResponseEntity<Void> credential(
            @PathVariable String id, HttpServletRequest request, @RequestAttribute(Caller.ATTRIBUTE) Caller caller)
            throws IOException {
        withCertificate(id, caller);
        byte[] body = request.getInputStream().readNBytes(MOST_BYTES + 1);
        if (body.length > MOST_BYTES) {
            throw new FtsException(413, "The proxy is larger than " + MOST_BYTES + " bytes");
        }
        try {
            credentials.accept(id, caller.dn(), caller.fqans(), new String(body, StandardCharsets.US_ASCII));
        } catch (IllegalArgumentException refused) {
            throw FtsException.badRequest(String.valueOf(refused.getMessage()));
        }
        return ResponseEntity.status(201).build();
    }

    /// New VOMS attributes for a delegated proxy: not offered here, TCN never acts as its callers at a VOMS server.
    @PostMapping("/voms")
    ResponseEntity<Void> voms(@PathVariable String id, @RequestAttribute(Caller.ATTRIBUTE) Caller caller) {
        withCertificate(id, caller);
        throw new FtsException(424, "VOMS attributes are not obtained here: delegate a proxy that has them");
    }

    private static void own(String id, Caller caller) {
        if (!id.equals(caller.delegationId())) {
            throw new FtsException(403, "This delegation id does not belong to the caller");
        }
    }

    private static void withCertificate(String id, Caller caller) {
        if (caller.method() != Caller.Method.CERTIFICATE) {
            throw new FtsException(403, "A client certificate is required here");
        }
        own(id, caller);
    }
}

// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.fts.identity;

import io.tcn.api.fts.FtsException;
import io.tcn.api.security.Caller;
import io.tcn.api.security.Callers;
import io.tcn.api.security.NameUuid;
import io.tcn.api.security.Needs;
import io.tcn.api.security.token.BearerToken;
import io.tcn.core.model.UserId;
import java.io.IOException;
import java.io.StringWriter;
import java.security.cert.X509Certificate;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.bouncycastle.openssl.jcajce.JcaPEMWriter;
import org.jspecify.annotations.Nullable;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestAttribute;
import org.springframework.web.bind.annotation.RestController;

/// Who the caller is, and what it may do.
@RestController
class WhoamiController {
    private static final MediaType PEM = MediaType.parseMediaType("application/x-pem-file");

    @Needs(open = true)
    @GetMapping("/whoami")
    Map<String, Object> whoami(
            @RequestAttribute(Caller.ATTRIBUTE) Caller caller,
            @RequestAttribute(name = BearerToken.ATTRIBUTE, required = false) @Nullable BearerToken token) {
        List<String> users = caller.users().stream().map(UserId::value).toList();
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("user_dn", caller.dn());
        json.put("dn", List.of(caller.dn()));
        json.put("base_id", NameUuid.FTS_BASE.toString());
        json.put("vos", users);
        json.put(
                "vos_id",
                users.stream()
                        .map(user -> NameUuid.version5(NameUuid.FTS_BASE, user).toString())
                        .toList());
        json.put("voms_cred", caller.fqans());
        json.put("roles", caller.roles());
        json.put("level", Callers.ftsLevels(caller));
        json.put("delegation_id", caller.delegationId());
        json.put("method", caller.method().ftsName());
        json.put("is_root", caller.administrator());
        if (token != null) {
            json.put("oauth2_scope", token.scopes().isEmpty() ? null : String.join(" ", token.scopes()));
            json.put("wlcg_profile", token.wlcgProfile());
        }
        return json;
    }

    /// The certificate of the caller and its chain, in PEM.
    @Needs
    @GetMapping("/whoami/certificate")
    ResponseEntity<String> certificate(
            @RequestAttribute(name = DelegationController.CERTIFICATES, required = false)
                    X509Certificate @Nullable [] chain,
            @RequestAttribute(Caller.ATTRIBUTE) Caller caller)
            throws IOException {
        if (caller.method() != Caller.Method.CERTIFICATE || chain == null) {
            throw new FtsException(403, "A client certificate is required here");
        }
        StringWriter text = new StringWriter();
        try (JcaPEMWriter writer = new JcaPEMWriter(text)) {
            for (X509Certificate certificate : chain) {
                writer.writeObject(certificate);
            }
        }
        return ResponseEntity.ok().contentType(PEM).body(text.toString());
    }
}

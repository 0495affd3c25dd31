// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.runtime;

import io.tcn.api.security.Caller;
import io.tcn.api.security.Callers;
import io.tcn.api.security.DistinguishedName;
import io.tcn.api.security.Level;
import io.tcn.api.security.NameUuid;
import io.tcn.api.security.Operation;
import io.tcn.api.store.DirectoryStore;
import io.tcn.core.model.UserId;
import java.security.cert.X509Certificate;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.springframework.stereotype.Component;

/// Whom a certificate acts for: the user that an operator declared for its name, else a user of its own, named by the
/// delegation id as in FTS.
@Component
class DirectoryCallers implements Callers {
    private final Directory directory;
    private final Set<String> administrators;

    DirectoryCallers(Directory directory, TcnProperties properties) {
        this.directory = directory;
        this.administrators = new HashSet<>(properties.security().administrators());
    }

    @Override
    public Caller of(X509Certificate certificate) {
        String dn = DistinguishedName.toSlashForm(certificate.getSubjectX500Principal());
        String delegationId = NameUuid.delegationId(dn, List.of());
        Optional<DirectoryStore.UserDn> declared = directory.findDn(dn);
        UserId user = declared.map(DirectoryStore.UserDn::user).orElseGet(() -> UserId.of(delegationId));
        boolean administrator = administrators.contains(dn)
                || declared.map(DirectoryStore.UserDn::administrator).orElse(false);
        return new Caller(
                dn,
                Caller.Method.CERTIFICATE,
                List.of(user),
                List.of(),
                List.of(),
                Map.of(Operation.TRANSFER, Level.VO, Operation.DATA_MANAGEMENT, Level.ALL),
                administrator,
                delegationId,
                certificate.getNotAfter().toInstant());
    }
}

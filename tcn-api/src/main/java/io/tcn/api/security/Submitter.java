// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.security;

import org.jspecify.annotations.Nullable;

/// Who submitted something. Subjects of tokens belong to their issuer: who has the same subject from another issuer is
/// somebody else. The delegation id tells them apart, since for tokens it is made of issuer and subject.
///
/// @param dn name of a certificate, or subject of a token
/// @param credentialId delegation id at the submission
public record Submitter(String dn, String credentialId) {
    /// Whether a caller is the submitter.
    boolean is(Caller caller) {
        String ofTokens = credentialOf(caller);
        return dn.equals(caller.dn()) && (ofTokens == null || ofTokens.equals(credentialId));
    }

    /// The delegation id that what a caller submitted must have, null for callers whose name says it all: that of a
    /// certificate stays the same with other attributes, its delegation id does not.
    public static @Nullable String credentialOf(Caller caller) {
        return caller.method() == Caller.Method.TOKEN ? caller.delegationId() : null;
    }
}

// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.security;

import java.util.Set;

/// Rights given to single names, beside those of roles.
public interface Grants {
    Set<Operation> of(String dn);
}

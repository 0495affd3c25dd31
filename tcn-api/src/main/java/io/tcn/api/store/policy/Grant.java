// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.store.policy;

import io.tcn.api.security.Operation;

/// A right given to a name.
public record Grant(String dn, Operation operation) {}

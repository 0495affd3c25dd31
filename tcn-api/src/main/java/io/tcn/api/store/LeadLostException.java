// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.store;

/// Another server leads on this database: nothing may be changed any more.
public final class LeadLostException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    LeadLostException() {
        super("another TCN server has taken the lead on this database");
    }
}
